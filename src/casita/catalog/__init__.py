"""What things are: object types, materials and colours as typed rows."""

from casita.catalog.form import Cavity, Form, Handle, Joint, Part, Solid, Surface
from casita.catalog.load import Catalog, catalog, read_types
from casita.catalog.types import AFFORDANCES, ROOM_KINDS, Affordance, Colour, Material, ObjectType, RoomKind

__all__ = [
    "AFFORDANCES",
    "ROOM_KINDS",
    "Affordance",
    "Catalog",
    "Cavity",
    "Colour",
    "Form",
    "Handle",
    "Joint",
    "Material",
    "ObjectType",
    "Part",
    "RoomKind",
    "Solid",
    "Surface",
    "catalog",
    "read_types",
]
