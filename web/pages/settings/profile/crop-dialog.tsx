import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { DialogForm } from "../../../dialogs/form.tsx";
import { t } from "../../../language/text.ts";
import { request } from "../../../link/http.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { type Choice, dragged, squareOf } from "./crop.ts";

/** The largest size that the server keeps. */
const SIDE = 500;
const MAX_ZOOM = 5;

/** Chooses the square of a picture that becomes the avatar: by dragging, or by three sliders. */
export function CropDialog({ picture }: { readonly picture: ImageBitmap }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const choice = useSignal<Choice>({ zoom: 1, x: 0.5, y: 0.5 });
  const { left, top, side } = squareOf(picture, choice.value);
  useLayoutEffect(() => {
    const paint = canvas.current?.getContext("2d");
    paint?.clearRect(0, 0, SIDE, SIDE);
    paint?.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE);
  }, [left, top, side]);
  const upload = async () => {
    const blob = await new Promise<Blob | null>((resolve) => canvas.current?.toBlob(resolve, "image/png"));
    if (blob === null) throw new TypeError("the picture could not be drawn");
    const form = new FormData();
    form.append("file", blob, "avatar.png");
    await request("/json/users/me/avatar", "POST", form);
  };
  const slider = (label: string, name: keyof Choice, min: number, max: number) => (
    <label>
      {label}
      <input
        type="range"
        dir="ltr"
        min={min}
        max={max}
        step="0.01"
        value={choice.value[name]}
        onInput={(event) => (choice.value = { ...choice.value, [name]: Number(event.currentTarget.value) })}
      />
    </label>
  );
  return (
    <Dialog title={t("Your picture")} class="crop">
      <DialogForm action={t("Use this picture")} run={upload}>
        <canvas
          ref={canvas}
          width={SIDE}
          height={SIDE}
          role="img"
          aria-label={t("Area to use")}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={(event) => {
            if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
            const by = { x: event.movementX, y: event.movementY };
            choice.value = dragged(picture, choice.value, event.currentTarget.clientWidth, by);
          }}
        />
        {slider(t("Enlarge"), "zoom", 1, MAX_ZOOM)}
        {slider(t("Left or right arrow"), "x", 0, 1)}
        {slider(t("Up or down arrow"), "y", 0, 1)}
      </DialogForm>
    </Dialog>
  );
}
