"""Photographs from elsewhere: small files in OpenImages' form come in whole, or are refused by line."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from casita.benchmarks.plausiblact.generate import GenerateSettings, generate
from casita.benchmarks.plausiblact.importing.sun_action import read_scenes
from casita.benchmarks.plausiblact.item import ACTIONS, Box
from casita.benchmarks.plausiblact.raters.truth import truth_of
from casita.benchmarks.plausiblact.stored.folder import PlausiblAct
from casita.errors import BadInput
from casita.evaluation.evaluate import evaluate

HEAD = "ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax"
TRAIN = f"""{HEAD}
aa,x,/m/mug,1,0.1,0.5,0.2,0.6
aa,x,Bowl,1,0.5,0.9,0.2,0.6
aa,x,/m/cat,1,0.0,1.0,0.0,1.0
bb,x,/m/mug,1,0.1,0.5,0.2,0.6
bb,x,Person,1,0.5,0.6,0.2,0.6
cc,x,/m/mug,1,0.1,0.12,0.2,0.22
"""
TEST = f"{HEAD}\ndd,x,Mug,1,0.25,0.75,0.25,0.75\n"
RATED = """instance,rater,action,rating
aa/0,ann,drink_from,plausible
aa/0,bob,drink_from,impossible
aa/0,ann,drink_from,implausible
aa/1,ann,eat_contents,impossible
cc/0,ann,store_away,plausible
dd/0,ann,drink_from,plausible
dd/0,ann,cleanse_item,implausible
dd/0,ann,store_away,implausible
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Four photographs with boxes and ratings."""
    made = tmp_path / "openimages"
    (made / "images").mkdir(parents=True)
    luck = np.random.default_rng(0)
    for name, ending in (("aa", "jpg"), ("bb", "jpg"), ("cc", "png"), ("dd", "jpeg")):
        picture = luck.integers(0, 255, (60, 80, 3), dtype=np.uint8)
        Image.fromarray(picture).save(made / "images" / f"{name}.{ending}")
    (made / "train-annotations-bbox.csv").write_text(TRAIN)
    (made / "test-annotations-bbox.csv").write_text(TEST)
    (made / "class-descriptions-boxable.csv").write_text("/m/mug,Mug\n/m/cat,Cat\n")
    (made / "ratings.csv").write_text(RATED)
    return made


def imported(source: Path, out: Path) -> PlausiblAct:
    return generate(GenerateSettings(out=out, imported=source))


def test_photographs_become_data(source: Path, tmp_path: Path) -> None:
    data = imported(source, tmp_path / "data")
    found = {one.id: one for one in data.all_instances}
    assert set(found) == {"aa/0", "aa/1", "dd/0"}  # bb shows a person, cc/0 is too small
    assert found["aa/0"].rectangle == Box(8, 12, 40, 36)
    assert (found["aa/0"].name, found["dd/0"].part) == ("Mug", "test")
    assert len(data.ratings) == 7
    assert data.picture("aa").shape == (60, 80, 3)
    truth = truth_of(data.instances("train"), data.ratings)
    assert truth.plausibility[0, ACTIONS.index("drink_from")].tolist() == [0.5, 0.0, 0.5]
    assert [rating.again for rating in data.ratings] == [False, False, True, False, False, False, False]
    text = data.read("README.md").decode()
    assert "3 instances in 2 photographs: train 2, valid 0, test 1" in text
    assert "7 ratings by 2 raters; 1 more" in text
    assert data.rated_by == "imported ratings"
    assert imported(source, tmp_path / "data").manifest == data.manifest


def test_models_are_asked_about_photographs(source: Path, tmp_path: Path) -> None:
    imported(source, tmp_path / "data")
    found = evaluate("plausiblact", "mode", data=tmp_path / "data", progress=False)
    assert len(found.rows) == 1
    assert "imported ratings" in found.scores.tables[0].title
    with pytest.raises(BadInput, match="was imported"):
        evaluate("plausiblact", "oracle", data=tmp_path / "data", progress=False)


@pytest.mark.parametrize(
    ("file", "old", "new", "wrong"),
    [
        ("train-annotations-bbox.csv", "0.1,0.5,0.2,0.6", "0.1,1.5,0.2,0.6", "line 2: XMax is 1.5: the box is outside"),
        ("train-annotations-bbox.csv", "0.1,0.5,0.2,0.6", "0.5,0.5,0.2,0.6", "line 2: the box is empty"),
        ("train-annotations-bbox.csv", "0.1,0.5,0.2,0.6", "left,0.5,0.2,0.6", "line 2: XMin is 'left'"),
        ("train-annotations-bbox.csv", "Bowl", "Bwol", "line 3: unknown label 'Bwol': did you mean"),
        ("train-annotations-bbox.csv", "XMin", "X", "it has no column XMin"),
        ("train-annotations-bbox.csv", "aa,x", "../aa,x", "line 2: '../aa' is no name of a picture"),
        ("train-annotations-bbox.csv", "aa,x,Bowl", "dd,x,Bowl", "picture dd is in two parts, train and test"),
        ("test-annotations-bbox.csv", "dd,", "ee,", "picture ee is missing"),
        ("class-descriptions-boxable.csv", "/m/cat,Cat", "/m/cat", "line 2: expected a label and its name"),
        ("ratings.csv", "aa/1,", "aa/7,", "line 5: there is no box 'aa/7'"),
        ("ratings.csv", "eat_contents", "eat_bowl", "line 5: unknown action 'eat_bowl'"),
        ("ratings.csv", "eat_contents", "sit_on", "line 5: sit_on is not compatible with Bowl"),
        ("ratings.csv", "bob,drink_from,impossible", "bob,drink_from,never", "line 3: unknown rating 'never'"),
        ("ratings.csv", "aa/0,bob", "aa/0,", "line 3: it does not say who rated"),
        ("ratings.csv", "dd/0,ann,store_away,implausible", "dd/0,ann", "line 9: it has too few columns"),
    ],
)
def test_what_does_not_fit_is_named_and_nothing_is_written(
    source: Path, tmp_path: Path, file: str, old: str, new: str, wrong: str
) -> None:
    text = (source / file).read_text()
    assert old in text
    (source / file).write_text(text.replace(old, new, 1))
    with pytest.raises(BadInput, match=re.escape(wrong)):
        imported(source, tmp_path / "data")
    assert not (tmp_path / "data").exists()


def test_missing_files_are_named(source: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is no folder"):
        imported(tmp_path / "nowhere", tmp_path / "data")
    (source / "ratings.csv").unlink()
    with pytest.raises(BadInput, match=r"ratings.csv: cannot be read"):
        imported(source, tmp_path / "data")
    for file in source.glob("*-bbox.csv"):
        file.unlink()
    with pytest.raises(BadInput, match="has none of train-annotations"):
        imported(source, tmp_path / "data")


SCENES = """picture,location,read,cook
a.png,indoor,1,0
b.png,indoor,0,1
c.png,outdoor,1,1
"""


def scenes_in(folder: Path, table: str = SCENES) -> Path:
    """A folder of scenes in SUNAction's form."""
    (folder / "images").mkdir(parents=True, exist_ok=True)
    for name in "abc":
        Image.fromarray(np.zeros((20, 30, 3), np.uint8)).save(folder / "images" / f"{name}.png")
    (folder / "scenes.csv").write_text(table)
    return folder


def test_whole_scenes_come_in_with_their_actions(tmp_path: Path) -> None:
    found = read_scenes(scenes_in(tmp_path))
    assert (found.actions, found.locations) == (("read", "cook"), ("indoor", "indoor", "outdoor"))
    assert found.labels.tolist() == [[True, False], [False, True], [True, True]]
    assert found.at("outdoor").labels.tolist() == [[True, True]]
    assert found.picture(0).shape == (20, 30, 3)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("picture,place\n", "its columns are picture, location and one for each action"),
        ("picture,location,read\n", "it has no scenes"),
        ("picture,location,read\nz.png,indoor,1\n", "line 2: there is no picture 'z.png'"),
        ("picture,location,read\n../x,indoor,1\n", "line 2: there is no picture"),
        ("picture,location,read\na.png,cellar,1\n", "line 2: unknown location 'cellar'"),
        ("picture,location,read\na.png,indoor,2\n", "line 2: '2' is neither 0 nor 1"),
        ("picture,location,read\na.png,indoor\n", "line 2: it has 2 columns, expected 3"),
    ],
)
def test_scenes_that_do_not_fit_are_named(tmp_path: Path, wrong: str, words: str) -> None:
    with pytest.raises(BadInput, match=re.escape(words)):
        read_scenes(scenes_in(tmp_path, wrong))


def test_pictures_of_scenes_are_in_their_folder(tmp_path: Path) -> None:
    away = scenes_in(tmp_path / "away") / "images" / "a.png"
    with pytest.raises(BadInput, match="line 2: there is no picture"):
        read_scenes(scenes_in(tmp_path / "here", f"picture,location,read\n{away},indoor,1\n"))
    (tmp_path / "here" / "scenes.csv").write_bytes(b"picture,\xff")
    with pytest.raises(BadInput, match="no text in UTF-8"):
        read_scenes(tmp_path / "here")


def test_actions_of_scenes_are_learnt(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from casita.benchmarks.plausiblact.models import scene_actions

    truth, scores = np.array([[1, 0], [0, 0], [1, 0]], bool), np.array([[3.0, 0.0], [2.0, 0.0], [1.0, 0.0]])
    assert scene_actions.mean_precision(truth, scores) == pytest.approx((51 * 1.0 + 50 * 2 / 3) / 101)
    with pytest.raises(BadInput, match="no action goes with"):
        scene_actions.mean_precision(np.zeros((2, 1), bool), np.zeros((2, 1)))
    names = [f"{number}.png" for number in range(8)]
    rows = [f"{name},indoor,{number % 2},{1 - number % 2}" for number, name in enumerate(names)]
    folder = scenes_in(tmp_path, "\n".join(["picture,location,read,cook", *rows]))
    for number, name in enumerate(names):
        picture = np.full((20, 30, 3), 250 if number % 2 else 5, np.uint8)
        Image.fromarray(picture).save(folder / "images" / name)
    found = scene_actions.precision_by_location(read_scenes(folder))
    assert list(found) == ["indoor"]
    assert found["indoor"].mean > 0.9
