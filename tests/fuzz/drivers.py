"""The drivers, in the order in which they run; `memory` first, since it counts what the process holds."""

from __future__ import annotations

from tests.fuzz.agents import act_at_random
from tests.fuzz.alice import reach_the_goal
from tests.fuzz.bombs import read_bomb
from tests.fuzz.broken_files import read_broken_drawing, read_broken_log, read_broken_scene
from tests.fuzz.damage import damage_data, damage_journal, damage_weights
from tests.fuzz.driving import Driver
from tests.fuzz.houses import build_a_house
from tests.fuzz.kill import kill_evaluation, kill_generation
from tests.fuzz.memory import draw_another_home
from tests.fuzz.models import ask_a_faulty_model
from tests.fuzz.names import give_a_hostile_name
from tests.fuzz.processors import draw_for_another_processor
from tests.fuzz.properties import draw_anew
from tests.fuzz.sentences import say_anything
from tests.fuzz.storage import change_the_run, fill_disk, write_together

DRIVERS = (
    Driver("memory", "homes drawn by one process, each another: 2 GB are enough", draw_another_home, 2),
    Driver("agents", "agents of all bodies act, with nonsense in between: laws hold", act_at_random, 4),
    Driver("houses", "houses of any seed and size are sound", build_a_house, 1),
    Driver("scenes", "scenes as broken JSON: BadInput, or a scene that can be checked", read_broken_scene, 2),
    Driver("drawings", "drawings as broken TOML: BadInput, or a scene", read_broken_drawing, 2),
    Driver("logs", "broken logs: BadInput, or an episode that replays", read_broken_log, 1),
    Driver("sentences", "anything said: understood or not, and understood again when said back", say_anything, 2),
    Driver("alice", "Alice gets there although a quarter of her acts come to nothing", reach_the_goal, 3),
    Driver("models", "models that raise, exit or say nonsense: counted, asked to the end", ask_a_faulty_model, 1),
    Driver("names", "names that climb or steer the terminal: one line, nothing outside", give_a_hostile_name, 2),
    Driver("properties", "the property tests of `make test`, with other examples", draw_anew, 2),
    Driver("processors", "frames compiled for a plainer processor: the same bytes", draw_for_another_processor, 1),
    Driver("kill_generate", "`casita generate` killed and gone on with: the same bytes", kill_generation, 2),
    Driver("kill_eval", "`casita eval` with a journal killed and gone on with: the same", kill_evaluation, 1),
    Driver("damage_data", "a damaged data folder: named or made anew, never blessed", damage_data, 2),
    Driver("damage_journal", "a damaged journal: named or the same results", damage_journal, 1),
    Driver("damage_weights", "damaged weights: named", damage_weights, 1),
    Driver("full_disk", "a full disk under a folder or journal: one error, nothing lost", fill_disk, 1),
    Driver("two_writers", "several processes on one folder or journal: told so, the same bytes", write_together, 1),
    Driver("other_journal", "a journal of another model or data: refused with what differs", change_the_run, 1),
    Driver("bombs", "files that unpack to too much: refused, memory bounded", read_bomb, 1),
)
