/** Pictures of the organization's files, in the Markdown of a message. */
const PICTURES = /\[([^[\]\n]*)\]\((\/user_uploads\/[^\s()]+\.(?:png|jpe?g|gif|webp|avif))\)/gi;
const MAX_COUNT = 8;

/** The pictures of the text, small, so that one sees what will be sent. */
export function Pictures({ text, label }: { readonly text: string; readonly label: string }) {
  const found = [...text.matchAll(PICTURES)].slice(0, MAX_COUNT);
  if (found.length === 0) return null;
  return (
    <ul class="pictures" aria-label={label}>
      {found.map(([, name = "", url = ""]) => (
        <li key={url}>
          <img src={url} alt={name} title={name} />
        </li>
      ))}
    </ul>
  );
}
