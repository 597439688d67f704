"""Draw scenes, train both networks, export them: ``python -m vision.training COMMAND``.

PyTorch is imported only by the commands that train or export.
"""

from __future__ import annotations

import argparse
import logging
import sys
from pathlib import Path

import cv2

from vision.detectors.loading import CLASSIFIER_FILE, FINDER_FILE
from vision.read.labels import load_labels
from vision.sources.stills import load_still
from vision.training.calibrating import Calibrator, Outcome, fit, reliability, store
from vision.training.collection import Collection
from vision.training.completing import completed
from vision.training.curve import curve_svg, read_progress
from vision.training.judging import Figures, judge_photographs, judge_scenes
from vision.training.photographs import NEVER_LEARNT, is_held_out, write_photographs
from vision.training.shards import (
    SCENES_A_SHARD,
    ShardFolder,
    draw_shard,
    read_shard,
    write_shard,
)

log = logging.getLogger(__name__)


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    options = parsed(arguments)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", stream=sys.stdout)
    match options.command:
        case "scenes":
            _draw_scenes(options)
        case "photographs":
            _take_in_photographs(options)
        case "complete":
            _complete(options)
        case "finder":
            _train_finder(options)
        case "classifier":
            _train_classifier(options)
        case "export":
            _export(options)
        case "ncnn":
            from vision.training.ncnn_export import convert  # noqa: PLC0415 - needs onnx

            convert(options.weights)
        case "judge":
            _judge(options)
        case "calibrate":
            _calibrate(options)
        case "curve":
            named = {file.stem: read_progress(file) for file in options.progress}
            options.picture.write_text(curve_svg(named), "utf-8")
        case other:
            raise AssertionError(f"no branch for command {other!r}")
    return 0


def parsed(arguments: list[str] | None) -> argparse.Namespace:
    """What the words of a command line ask for; ``None`` takes this program's own."""
    return _parser().parse_args(arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)

    scenes = commands.add_parser("scenes", help="draw shards of scenes to learn or test from")
    scenes.add_argument("folder", type=Path, help="where the shards go")
    scenes.add_argument("--shards", type=int, default=28, help="how many, 250 scenes each")
    scenes.add_argument("--first", type=int, default=1, help="seed of the first shard")
    scenes.add_argument("--test", action="store_true", help="draw decks held out from training")
    scenes.add_argument("--photographed-decks", type=Path, help="folder of photographed decks")

    photographs = commands.add_parser("photographs", help="make shards of labelled photographs")
    photographs.add_argument("sets", type=Path, nargs="+", help="folders with labels.csv")
    photographs.add_argument("--learn", type=Path, required=True, help="folder to learn from")
    photographs.add_argument("--held-out", type=Path, required=True, help="folder held out")
    photographs.add_argument("--classifier", type=Path, required=True, help="ONNX file")

    complete = commands.add_parser("complete", help="add what labels lack, read by the networks")
    complete.add_argument("source", type=Path, help="folder of photographs' shards")
    complete.add_argument("target", type=Path, help="folder for the completed shards")
    complete.add_argument("--weights", type=Path, required=True, help="folder of ONNX files")

    for name in ("finder", "classifier"):
        train = commands.add_parser(name, help=f"train the {name}, or resume it")
        train.add_argument("--drawn", type=Path, required=True, help="folder of drawn shards")
        train.add_argument("--photographs", type=Path, help="folder of photographs' shards")
        train.add_argument("--output", type=Path, required=True, help="folder for the results")
        train.add_argument("--start", type=Path, help="weights to start from")
        train.add_argument("--minutes", type=float, required=True, help="time to train in all")
        train.add_argument("--threads", type=int, default=1, help="threads of the network")
        train.add_argument("--peak-rate", type=float, help="highest learning rate")
        if name == "classifier":
            train.add_argument("--last-layer", action="store_true", help="teach only that one")

    export = commands.add_parser("export", help="write the ONNX files and their descriptions")
    export.add_argument("--finder", type=Path, help="weights of a trained finder")
    export.add_argument("--classifier", type=Path, help="weights of a trained classifier")
    export.add_argument("folder", type=Path, help="where the files go")

    ncnn = commands.add_parser("ncnn", help="convert the exported networks for NCNN")
    ncnn.add_argument("weights", type=Path, help="folder of the exported networks")

    judge = commands.add_parser("judge", help="read labelled pictures and print figures")
    judge.add_argument("weights", type=Path, help="folder of the exported networks")
    judge.add_argument("--drawn", type=Path, help="folder of drawn shards")
    judge.add_argument("--photographs", type=Path, nargs="*", default=[], help="labelled sets")
    judge.add_argument("--threads", type=int, default=1, help="threads of the networks")

    curve = commands.add_parser("curve", help="draw the learning curves of trainings")
    curve.add_argument("picture", type=Path, help="the SVG to write")
    curve.add_argument("progress", type=Path, nargs="+", help="CSV files trainings left")

    calibrate = commands.add_parser(
        "calibrate", help="fit confidences to how often readings are right, and store the fit"
    )
    calibrate.add_argument("weights", type=Path, help="folder of the exported networks")
    calibrate.add_argument("--fit", type=Path, required=True, help="drawn shards to fit to")
    calibrate.add_argument("--drawn", type=Path, help="drawn shards to measure with")
    calibrate.add_argument("--photographs", type=Path, nargs="*", default=[], help="labelled sets")
    return parser


def _draw_scenes(options: argparse.Namespace) -> None:
    cv2.setNumThreads(1)
    collection = Collection.of_this_machine(options.photographed_decks)
    options.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(options.first, options.first + options.shards):
        target = options.folder / f"scenes-{seed:04}.npz"
        if not target.exists():
            choose = collection.decks_to_test if options.test else collection.decks_to_learn
            draw_shard(target, seed, choose(seed), SCENES_A_SHARD)


def _take_in_photographs(options: argparse.Namespace) -> None:
    from vision.training.reading import onnx_classifier  # noqa: PLC0415 - needs ONNX Runtime

    classify = onnx_classifier(options.classifier)
    write_photographs(options.sets, options.learn, options.held_out, classify)


def _complete(options: argparse.Namespace) -> None:
    from vision.training.reading import onnx_classifier, onnx_finder  # noqa: PLC0415

    find = onnx_finder(options.weights / "index-finder.onnx")
    classify = onnx_classifier(options.weights / "index-classifier.onnx")
    options.target.mkdir(parents=True, exist_ok=True)
    for file in sorted(options.source.glob("*.npz")):
        photographs = [completed(photo, find, classify) for photo in read_shard(file)]
        write_shard(options.target / file.name, photographs)
        labels = sum(len(photo.labels) for photo in photographs)
        log.info("completed file=%s labels=%d", file.name, labels)


def _train_finder(options: argparse.Namespace) -> None:
    from vision.training import finder  # noqa: PLC0415 - needs PyTorch

    cv2.setNumThreads(1)
    rate = {"peak_rate": options.peak_rate} if options.peak_rate else {}
    settings = finder.Settings(
        drawn=options.drawn,
        photographs=options.photographs,
        output=options.output,
        start=options.start,
        minutes=options.minutes,
        threads=options.threads,
        **rate,
    )
    finder.train(settings)


def _train_classifier(options: argparse.Namespace) -> None:
    from vision.training import classifier  # noqa: PLC0415 - needs PyTorch

    cv2.setNumThreads(1)
    rate = {"peak_rate": options.peak_rate} if options.peak_rate else {}
    settings = classifier.Settings(
        drawn=options.drawn,
        photographs=options.photographs,
        output=options.output,
        start=options.start,
        minutes=options.minutes,
        last_layer_only=options.last_layer,
        threads=options.threads,
        **rate,
    )
    classifier.train(settings)


def _export(options: argparse.Namespace) -> None:
    from vision.training.export import export_classifier, export_finder  # noqa: PLC0415

    options.folder.mkdir(parents=True, exist_ok=True)
    if options.classifier:
        export_classifier(options.classifier, options.folder)
    if options.finder:
        export_finder(options.finder, options.folder)


def _judge(options: argparse.Namespace) -> None:
    from vision.training.reading import onnx_classifier, onnx_finder  # noqa: PLC0415

    find = onnx_finder(options.weights / "index-finder.onnx", options.threads)
    classify = onnx_classifier(options.weights / "index-classifier.onnx", options.threads)
    if options.drawn:
        log.info("drawn: %s", judge_scenes(ShardFolder([options.drawn]).scenes, find, classify))
    for folder in options.photographs:
        figures = judge_photographs(folder, find, classify)
        held_out = {name: counts for name, counts in figures.items() if is_held_out(name)}
        log.info("%s, all: %s", folder.name, sum(figures.values(), Figures()))
        if not folder.name.startswith(NEVER_LEARNT):
            log.info("%s, held out: %s", folder.name, sum(held_out.values(), Figures()))


def _calibrate(options: argparse.Namespace) -> None:
    """Fit to drawn scenes, whose labels know no mistake; measure with others and photographs."""
    from vision.detectors.onnx import OnnxIndexClassifier, OnnxIndexFinder  # noqa: PLC0415

    network = options.weights / CLASSIFIER_FILE
    calibrator = Calibrator(
        OnnxIndexFinder(options.weights / FINDER_FILE, 1), OnnxIndexClassifier(network, 1)
    )

    def drawn(folder: Path) -> list[Outcome]:
        scenes = ShardFolder([folder]).scenes
        return [outcome for scene in scenes for outcome in calibrator.scene(scene)]

    certainty = fit(drawn(options.fit))
    store(certainty, network.with_suffix(".json"))
    log.info("fitted %s", certainty)
    measured = {options.drawn.name: drawn(options.drawn)} if options.drawn else {}
    for folder in options.photographs:
        measured[folder.name] = [
            outcome
            for file, labels in load_labels(folder).items()
            if folder.name.startswith(NEVER_LEARNT) or is_held_out(file.name)
            for outcome in calibrator.photograph(load_still(file), labels)
        ]
    for name, outcomes in measured.items():
        for row in reliability(outcomes, certainty):
            log.info("%s %s", name, row)


if __name__ == "__main__":
    sys.exit(main())
