"""One runtime's cost, as JSON on standard output; started by `bench_reader`."""

from __future__ import annotations

import json
import sys
from functools import partial
from typing import Literal, cast

import cv2
import numpy as np

from tests.bench.bench_reader import CROPS, PLAYS
from tests.bench.timing import peak_mb, timed
from tests.end_to_end.laid_plays import draw_play, full_cut
from vision.calibration.patch import PX_PER_MM, Patch
from vision.calibration.view import TableView
from vision.detectors.base import Picture
from vision.detectors.loading import load_networks
from vision.read.reader import CardReader
from vision.rendered.table.deck import DECKS
from vision.sources.base import Window

TILE_PX = 640


def main(runtime: str, threads: int) -> None:
    cv2.setNumThreads(threads)
    cuts = [full_cut(draw_play(seed, DECKS[seed % len(DECKS)])) for seed in range(PLAYS)]
    empty = peak_mb()
    networks = load_networks(
        threads=threads, runtime=cast("Literal['onnxruntime', 'ncnn']", runtime)
    )
    reader = CardReader(networks.finder, networks.classifier)
    tile = np.random.default_rng(1).integers(0, 255, (TILE_PX, TILE_PX, 3), np.uint8)
    crops = np.random.default_rng(2).integers(0, 255, (20, 64, 32, 3), np.uint8)
    found = {
        "crop_640": timed([partial(networks.finder.find, tile, 0.4)] * CROPS),
        "twenty_indices": timed([partial(networks.classifier.read, crops)] * CROPS),
        "play": timed([partial(read_play, reader, *cut) for cut in cuts]),
        "memory_mb": round(peak_mb() - empty),
    }
    sys.stdout.write(json.dumps(found) + "\n")


def read_play(
    reader: CardReader, image: Picture, window: Window, patch: Patch, view: TableView
) -> object:
    """All that a table does with a cut: rectify it, find and read the indices, join the cards."""
    picture = patch.rectified(image, window, view)
    return reader.read_picture(picture, px_per_mm=PX_PER_MM)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
