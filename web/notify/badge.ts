const SIZE = 64;

let plain: string | undefined;

/** Puts a number on the page's icon; none takes it away. */
export function showBadge(count: number): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link === null) return;
  plain ??= link.href;
  if (count === 0) {
    link.href = plain;
    void navigator.clearAppBadge?.();
    return;
  }
  void navigator.setAppBadge?.(count);
  const image = new Image(SIZE, SIZE);
  image.addEventListener("load", () => {
    const canvas = document.createElement("canvas");
    canvas.width = SIZE;
    canvas.height = SIZE;
    const paint = canvas.getContext("2d");
    if (paint === null) return;
    const colors = getComputedStyle(document.documentElement);
    const text = count > 99 ? "99+" : String(count);
    paint.drawImage(image, 0, 0, SIZE, SIZE);
    paint.fillStyle = colors.getPropertyValue("--badge");
    paint.beginPath();
    paint.roundRect(SIZE - 18 - 14 * text.length, SIZE - 34, 18 + 14 * text.length, 34, 17);
    paint.fill();
    paint.fillStyle = colors.getPropertyValue("--on-badge");
    paint.font = "bold 26px system-ui, sans-serif";
    paint.textAlign = "center";
    paint.fillText(text, SIZE - 9 - 7 * text.length, SIZE - 8);
    link.href = canvas.toDataURL();
  });
  image.src = plain;
}
