/** Which square of a picture is chosen: how much it is enlarged (1 or more), and where (0 to 1). */
export interface Choice {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Square {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

export function squareOf({ width, height }: Size, { zoom, x, y }: Choice): Square {
  const side = Math.min(width, height) / Math.max(1, zoom);
  return { left: (width - side) * x, top: (height - side) * y, side };
}

const within = (value: number): number => Math.min(1, Math.max(0, value));

/** The choice after the picture was dragged by so many pixels of a view that is `view` pixels wide. */
export function dragged(size: Size, choice: Choice, view: number, by: { x: number; y: number }): Choice {
  const { side } = squareOf(size, choice);
  const moved = (room: number, at: number, pixels: number) =>
    room === 0 ? at : within(at - (pixels * side) / view / room);
  return {
    zoom: choice.zoom,
    x: moved(size.width - side, choice.x, by.x),
    y: moved(size.height - side, choice.y, by.y),
  };
}
