"""Stock Ultralytics, as JSON on standard output; run by a Python that has it, without this project.

Its weights are fresh: what a network of this kind costs does not hang on what it has learnt.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path

import numpy as np
import torch
from ultralytics import YOLO

sys.path.insert(0, str(Path(__file__).parent))
from timing import peak_mb, timed

FULL_WH = (4608, 2592)


def main(threads: int) -> None:
    torch.set_num_threads(threads)
    chance = np.random.default_rng(1)
    crop = chance.integers(0, 255, (640, 640, 3), np.uint8)
    frame = chance.integers(0, 255, (FULL_WH[1], FULL_WH[0], 3), np.uint8)
    empty = peak_mb()
    model = YOLO("yolo11n-pose.yaml")
    predict = partial(model.predict, device="cpu", verbose=False)
    found = {
        "crop_640": timed([partial(predict, crop, imgsz=640)] * 12),
        "crop_memory_mb": round(peak_mb() - empty),
        "frame_4608": timed([partial(predict, frame, imgsz=FULL_WH[0])] * 3),
        "memory_mb": round(peak_mb() - empty),
    }
    sys.stdout.write("\n" + json.dumps(found) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
