"""Videos, recordings, folders and USB cameras give frames and cuts alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.detectors.base import Picture
from vision.sources.base import (
    SMALL_WH,
    Cut,
    Frame,
    NeverRead,
    SourceMissing,
    SourceStalled,
    SourceUnusable,
    Window,
)
from vision.sources.folder import StillsFolder
from vision.sources.usb import MOST_FAILURES, UsbCamera
from vision.sources.video import PlainVideo, Recorder, Recording, log_of, open_video

WINDOW = Window(100, 50, 40, 32)
OTHER = Window(0, 0, 10, 10)


def picture(seed: int, size_wh: tuple[int, int] = SMALL_WH) -> Picture:
    """Noise: what a lossy video would change."""
    return np.random.default_rng(seed).integers(0, 256, (size_wh[1], size_wh[0], 3), dtype=np.uint8)


class NoiseSource:
    """Three frames of noise."""

    full_wh = (1536, 864)

    def frames(self) -> Iterator[Frame]:
        for number in (1, 2, 5):  # two frames were never taken
            yield Frame(picture(number), number * 83, number)

    def cut(self, window: Window, at_ms: int | None = None) -> Cut:
        del at_ms
        return Cut(picture(99, (window.width, window.height)), 170, window)

    def close(self) -> None:
        pass


def recorded(file: Path) -> tuple[list[Frame], Cut]:
    recorder = Recorder(NoiseSource(), file)
    frames = []
    for frame in recorder.frames():
        recorder.took_frame(frame)
        frames.append(frame)
    cut = recorder.cut(WINDOW)
    recorder.took_cut(WINDOW, cut, ready_after=5)
    recorder.took_cut(OTHER, None, ready_after=5)
    recorder.close()
    return frames, cut


def test_a_recording_plays_again_bit_for_bit(tmp_path: Path) -> None:
    """Pictures, moments, numbers and cuts are the same when played, twice over."""
    frames, cut = recorded(tmp_path / "table.mkv")

    for _ in range(2):
        again = open_video(tmp_path / "table.mkv")
        played = list(again.frames())
        assert [(f.at_ms, f.number) for f in played] == [(f.at_ms, f.number) for f in frames]
        assert all(np.array_equal(a.image, b.image) for a, b in zip(played, frames, strict=True))
        cut_again = again.cut(WINDOW)
        assert np.array_equal(cut_again.image, cut.image)
        assert (cut_again.at_ms, cut_again.ready_after) == (170, 5)
        assert again.full_wh == NoiseSource.full_wh
        again.close()


def test_a_recording_refuses_what_was_not_asked(tmp_path: Path) -> None:
    """Another window than the recorded one is an error that names both."""
    recorded(tmp_path / "table.mkv")
    played = open_video(tmp_path / "table.mkv")

    with pytest.raises(SourceUnusable, match="another version"):
        played.cut(OTHER)


def test_what_was_never_read_is_not_read_when_played(tmp_path: Path) -> None:
    """Neither what was asked for and given up, nor what was under way when the film ended."""
    recorded(tmp_path / "table.mkv")
    played = open_video(tmp_path / "table.mkv")
    played.cut(WINDOW)

    with pytest.raises(NeverRead) as given_up:
        played.cut(OTHER)
    with pytest.raises(NeverRead) as under_way:
        played.cut(WINDOW)

    assert (given_up.value.ready_after, under_way.value.ready_after) == (5, None)


def test_a_damaged_log_is_named_with_its_line(tmp_path: Path) -> None:
    """The operator finds the line."""
    recorded(tmp_path / "table.mkv")
    log = log_of(tmp_path / "table.mkv")
    log.write_text(log.read_text("ascii") + "frame x\n", "ascii")

    with pytest.raises(SourceUnusable, match=r"table.mkv.log:7: found 'frame x'"):
        Recording(tmp_path / "table.mkv")


def test_a_recording_is_never_written_over(tmp_path: Path) -> None:
    """What was recorded is evidence."""
    recorded(tmp_path / "table.mkv")

    with pytest.raises(SourceUnusable, match=r"new \.mkv file"):
        Recorder(NoiseSource(), tmp_path / "table.mkv")


def test_a_plain_video_gives_small_frames_and_full_cuts(tmp_path: Path) -> None:
    """Any film will do; its own frames are the full frames."""
    film = cv2.VideoWriter(
        str(tmp_path / "film.avi"), cv2.VideoWriter.fourcc(*"FFV1"), 10, (1280, 720)
    )
    shown = [picture(seed, (1280, 720)) for seed in range(3)]
    for image in shown:
        film.write(image)
    film.release()
    video = open_video(tmp_path / "film.avi")
    assert isinstance(video, PlainVideo)

    frames = video.frames()
    first = next(frames)
    cut = video.cut(WINDOW)

    assert first.image.shape == (SMALL_WH[1], SMALL_WH[0], 3)
    assert np.array_equal(cut.image, shown[0][50:82, 100:140])
    assert [frame.number for frame in frames] == [2, 3]
    with pytest.raises(SourceUnusable, match="outside"):
        video.cut(Window(1270, 0, 20, 20))


@pytest.mark.parametrize("name", ["none.mkv", "text.mkv"])
def test_no_video_is_an_error_of_the_source(tmp_path: Path, name: str) -> None:
    """A missing file and one that is no video are told by name."""
    (tmp_path / "text.mkv").write_text("hello", "ascii")

    with pytest.raises((SourceMissing, SourceUnusable), match=name):
        open_video(tmp_path / name)


def test_a_folder_shows_each_picture_for_a_while(tmp_path: Path) -> None:
    """Stills become a stream in the order of their names; cuts come from the one shown."""
    for name, seed in (("b.png", 2), ("a.png", 1)):
        cv2.imwrite(str(tmp_path / name), picture(seed, (1280, 720)))
    folder = StillsFolder(tmp_path, shown_ms=250, frames_a_second=12)

    seen = [(frame.number, folder.cut(WINDOW).image) for frame in folder.frames()]

    assert [number for number, _ in seen] == [1, 2, 3, 4, 5, 6]
    assert np.array_equal(seen[0][1], picture(1, (1280, 720))[50:82, 100:140])
    assert np.array_equal(seen[5][1], picture(2, (1280, 720))[50:82, 100:140])


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    """A folder without pictures is no camera."""
    with pytest.raises(SourceMissing, match="no folder with pictures"):
        StillsFolder(tmp_path)


class PulledCamera:
    """A USB camera that somebody unplugs after some frames."""

    def __init__(self, good: int) -> None:
        self.left = good
        self.reads = 0

    def read(self) -> tuple[bool, npt.NDArray[np.uint8] | None]:
        self.reads += 1
        self.left -= 1
        return (True, picture(1, (1280, 720))) if self.left >= 0 else (False, None)

    def release(self) -> None:
        pass


def test_a_pulled_plug_ends_the_stream_with_a_reason() -> None:
    """Frames come until the camera is gone; then the source says that it has stalled."""
    camera = PulledCamera(good=3)
    source = UsbCamera(camera, now_ms=lambda: 7)
    frames = source.frames()

    assert [next(frames).number, next(frames).number] == [1, 2]
    assert source.cut(WINDOW).at_ms == 7
    with pytest.raises(SourceStalled, match=f"{MOST_FAILURES} reads"):
        next(frames)


def test_a_closed_camera_just_ends() -> None:
    """Closing is no failure."""
    source = UsbCamera(PulledCamera(good=5))
    frames = source.frames()
    next(frames)

    source.close()

    assert list(frames) == []


def test_a_camera_without_pictures_is_refused() -> None:
    """A camera that never gives a frame is refused at once."""
    with pytest.raises(SourceUnusable, match="gives no picture"):
        UsbCamera(PulledCamera(good=0))
