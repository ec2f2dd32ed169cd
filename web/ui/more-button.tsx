/** The button that opens the menu of something. */
export function MoreButton({ label, onOpen }: { label: string; onOpen: (at: HTMLElement) => void }) {
  return (
    <button
      type="button"
      class="icon-button more-button"
      aria-label={label}
      aria-haspopup="menu"
      title={label}
      onClick={(event) => onOpen(event.currentTarget)}
    />
  );
}
