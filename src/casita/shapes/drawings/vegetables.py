"""Fruits and roots that are eaten as vegetables."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from casita.shapes.drawings.food_skins import lobed, lumps, lying, skin
from casita.shapes.drawings.foodstuff import browned, crown, cut_face, fitted, leaf, leafy, skinned, stem, toned
from casita.shapes.drawings.greens import CUCUMBER_CUT, STEM
from casita.shapes.finish import Finish, Texture, plain, printed, rgb
from casita.shapes.making import Making, draws
from casita.shapes.mesh import joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, cylinder, lathe, sweep

GREEN = plain("5f8f3c", 0.2)


@draws(
    "tomato",
    inside=cut_face("cut_chambers", 0.5, flesh="d9503c", jelly="d2742c", seeds="f0d9a0", rim="b8261f", parts=5),
)
def tomato(make: Making) -> Iterable[Piece]:
    """Flattened, shiny, with a green star of sepals."""
    line = [(0, 0.05), (0.3, 0.0), (0.75, 0.14), (1.0, 0.62), (0.97, 0.98), (0.75, 1.34), (0.4, 1.46), (0.15, 1.36)]
    line += [(0, 1.32)]
    body = skin(line, lobes=lobed(make.luck.choice((5, 6)), make.luck.uniform(0.01, 0.09), 1.3))
    finish = plain(toned(make, {"red": "c4302a"}), 0.6).with_texture("food_glaze", 1.0)
    made = [Piece("body", body, finish)]
    star = crown(6, 0.55, 0.13, curl=0.25, luck=make.luck, cup=0.4).moved(0, 0, 1.37)
    made.append(Piece("sepals", star, GREEN))
    made.append(Piece("sepals", stem([(0, 0, 1.34), (0.03, 0, 1.5), (0.12, 0.05, 1.62)], 0.05, 0.05), GREEN))
    return fitted(made, make.size)


@draws(
    "potato", inside=cut_face("cut_rings", 0.25, flesh="efdf9e", heart="f1e4ae", rim="8c6a3f", ring=0.55, edge=0.955)
)
def potato(make: Making) -> Iterable[Piece]:
    """A lumpy oval with eyes; cooked it is baked brown and split."""
    luck = make.luck
    line = [(0, 0), (0.45, 0.08), (0.85, 0.5), (1.0, 1.2), (0.92, 1.9), (0.6, 2.45), (0.25, 2.62), (0, 2.62)]
    lumpy = lumps(luck, 0.2, 1.1)
    body = skin(line, warp=lumpy).turned("y", -90.0)
    colour = toned(make, {"brown": "8c6239", "beige": "cdb083", "yellow": "d9b350"})
    finish = skinned(colour, "food_speckled", 0.08, count=26, size=0.022, strength=0.38)
    made = list(browned("body", body, finish, 0.45))
    cut = sweep(
        [(0.9, 0, 0.6), (0.99, 0.05, 1.3), (0.9, 0, 2.0)],
        (0.02, 0.06, 0.02),
        flat=(0.03, 0.16, 0.03),
        sides=8,
        up=(1, 0, 0),
    )
    made.append(Piece("split", cut.bent(lumpy).turned("y", -90.0), plain("f2e2a0", 0.1), when=("cooked",)))
    return fitted(made, make.size)


@draws("bell_pepper", inside=Finish((1.0, 1.0, 1.0), Texture("cut_hollow"), 0.5))
def bell_pepper(make: Making) -> Iterable[Piece]:
    """Three or four swollen lobes, a deep dip with a thick green stalk, a skin that shines."""
    luck = make.luck
    count, phase = luck.choice((3, 4)), luck.uniform(0, 3)
    line = [(0, 0.16), (0.22, 0.04), (0.45, 0.0), (0.72, 0.14), (0.86, 0.6), (0.98, 1.25), (1.0, 1.6), (0.84, 1.88)]
    line += [(0.56, 1.94), (0.3, 1.78), (0, 1.6)]
    colour = toned(make, {"red": "c0211c", "green": "44842c", "yellow": "e9bb2c", "orange": "e67a1e"})
    body = skin(line, lobes=lobed(count, 0.27, 1.0, phase), sides=60, warp=lumps(luck, 0.05, 0.8))
    made = list(browned("body", body, skinned(colour, "food_pepper", 0.8, lobes=count, phase=round(phase, 2)), 0.4))
    path = [(0.0, 0.0, 1.58), (0.02, 0.0, 1.86), (0.1, 0.04, 2.1), (0.24, 0.1, 2.24)]
    made.append(Piece("stalk", stem(path, 0.13, 0.12, sides=10), GREEN))
    star = lathe([(0.4, 1.78), (0.34, 1.84), (0.14, 1.86), (0, 1.86)], sides=12)
    made.append(Piece("stalk", star, GREEN))
    return fitted(made, make.size)


@draws("carrot", inside=cut_face("cut_rings", 0.3, flesh="ee8c34", heart="f2a94c", rim="d56f22", ring=0.48))
def carrot(make: Making) -> Iterable[Piece]:
    """A long cone with fine rings, tip to the right, a tuft of green at the left."""
    luck = make.luck
    blunt = luck.uniform(0.0, 0.3)
    line = [(0, 0), (0.05 + blunt * 0.3, 0.1), (0.22 + blunt, 1.5), (0.6 + blunt * 0.4, 5.5), (0.88, 9.0), (1.0, 10.6)]
    line += [(0.85, 11.2), (0.4, 11.4), (0, 11.35)]
    colour = toned(make, {"orange": "e2761f"})
    body = skin(line, sides=32, rings=36, warp=lumps(luck, 0.03, 0.4))
    made = list(browned("body", lying(body), skinned(colour, "food_rings", 0.25), 0.4))
    tuft = []
    for k in range(7):
        a, out = 51.0 * k, luck.uniform(0.3, 0.75)
        path = [(0.12, 0, 11.2), (0.2 + out * 0.2, 0, 12.0), (0.2 + out, 0, 12.6 + luck.uniform(0.1, 0.7))]
        tuft.append(sweep(curve(path, 3), 0.1, sides=5).turned("z", a))
    made.append(Piece("tuft", lying(joined(tuft)), GREEN))
    return fitted(made, make.size)


ZUCCHINI_CUT = cut_face("cut_cucumber", 0.3, flesh="eceec6", heart="e4e8b4", rim="55803a", seeds="f6f2d4")


@draws("cucumber", inside=CUCUMBER_CUT)
def cucumber(make: Making) -> Iterable[Piece]:
    """Long, dark, finely striped, with round ends."""
    luck = make.luck
    line = [(0, 0), (0.4, 0.04), (0.8, 0.5), (0.98, 1.6), (1.0, 5.0), (0.98, 8.6), (0.8, 9.7), (0.4, 10.15)]
    line += [(0.12, 10.2), (0, 10.2)]
    bend = luck.uniform(0.0, 0.25)
    body = skin(line, sides=40, rings=32, warp=lambda p: p + np.outer(np.sin(p[:, 2] * 0.308), (bend, 0.0, 0.0)))
    colour = toned(make, {"green": luck.choice(("467a38", "3f7434"))})
    made = [Piece("body", lying(body), skinned(colour, "food_green", 0.35))]
    made.append(Piece("stalk", lying(cylinder(0.12, 10.1, 10.35, sides=8)), plain("8a8a50")))
    return fitted(made, make.size)


@draws("zucchini", inside=ZUCCHINI_CUT)
def zucchini(make: Making) -> Iterable[Piece]:
    """Thicker at one end, smooth, with a pale five-sided stalk at its left."""
    luck = make.luck
    line = [(0, 0), (0.6, 0.05), (0.95, 0.5), (1.0, 1.4), (0.97, 4.0), (0.92, 6.2), (0.72, 7.2), (0.5, 7.5), (0, 7.5)]
    colour = toned(make, {"green": "4d8238", "yellow": "e0b53a"})
    if make.colour == "yellow":
        finish = printed("food_courgette", 0.5, base=colour, stripe=rgb("5c8a34"), share=0.75)
    else:
        finish = skinned(colour, "food_green", 0.5, stripes=luck.choice((6, 10)), warts=200, pale_end=0.05)
    made = list(browned("body", lying(skin(line, sides=40, rings=28)), finish, 0.4))
    end = [(0.5, 7.4), (0.34, 7.5), (0.26, 7.62), (0.28, 7.7), (0, 7.71)]
    made.append(Piece("stalk", lying(lathe(end, sides=10)), plain("6f8a42", 0.15)))
    return fitted(made, make.size)


@draws(
    "pumpkin",
    inside=cut_face("cut_melon", 0.3, flesh="eb9a36", pale="f0a848", rim="d1701e", seeds="f3e3b4", hollow=True),
)
def pumpkin(make: Making) -> Iterable[Piece]:
    """Deep ribs and a woody bent stalk."""
    luck = make.luck
    line = [(0, 0.16), (0.25, 0.04), (0.55, 0.0), (0.88, 0.22), (1.0, 0.65), (0.93, 1.1), (0.68, 1.36), (0.38, 1.4)]
    line += [(0.15, 1.26), (0, 1.22)]
    colour = toned(make, {"orange": "dd7620", "green": "56803f", "beige": "d8bf8f"})
    body = skin(line, lobes=lobed(luck.choice((9, 10, 12)), 0.13, 0.9), sides=96, rings=20)
    finish = skinned(colour, "food_streaks", 0.3, freckles=90, strength=0.1)
    made = list(browned("body", body, finish, 0.4))
    path = [(0.0, 0.0, 1.2), (0.02, 0.01, 1.42), (0.1, 0.03, 1.6), (0.24, 0.06, 1.7)]
    made.append(Piece("stalk", stem(path, 0.17, 0.11, fine=4, sides=6), plain("7a7f45", 0.1)))
    foot = lathe([(0.26, 1.26), (0.18, 1.36), (0, 1.38)], sides=6)
    made.append(Piece("stalk", foot, plain("7a7f45", 0.1)))
    return fitted(made, make.size)


@draws("radish", inside=cut_face("cut_rings", 0.4, flesh="f6f2ea", heart="fbf8f2", rim="c2324a", ring=0.5))
def radish(make: Making) -> Iterable[Piece]:
    """A bright ball with a thin root and cut green stems."""
    luck = make.luck
    line = [(0, 0.0), (0.05, 0.12), (0.12, 0.3), (0.5, 0.5), (0.95, 1.05), (0.95, 1.5), (0.6, 1.92), (0.25, 2.02)]
    line += [(0, 2.0)]
    colour = toned(make, {"red": "b92d43", "pink": "dd8aa0", "white": "eeece4"})
    body = skin(line, warp=lumps(luck, 0.04))
    made = [Piece("body", body, skinned(colour, "food_glaze", 0.4))]
    stems = []
    for k in range(6):
        path = [(0.08, 0, 1.96), (0.14, 0, 2.2), (0.3 + 0.1 * (k % 2), 0, luck.uniform(2.38, 2.55))]
        stems.append(sweep(curve(path, 3), 0.06, sides=6).turned("z", 60.0 * k))
    made.append(Piece("stems", joined(stems), STEM))
    if luck.chance(0.6):
        tops = [
            leaf(0.75, 0.42, curl=0.25, wave=0.03).turned("y", -35.0).turned("z", a).moved(z=2.15)
            for a in (10, 130, 250)
        ]
        made.append(Piece("leaves", joined(tops), leafy("4f8a3a")))
    return fitted(made, make.size)
