const PIECES = /<[^>]*>|&#?\w+;|[^<&]+|[<&]/g;

/** Applies something to the text of HTML, and to nothing inside its tags and entities. */
export const mapText = (html: string, change: (text: string) => string): string =>
  html.replace(PIECES, (piece) => (piece.startsWith("<") || piece.startsWith("&") ? piece : change(piece)));

/** The text of HTML as it is searched: tags and entities part words. */
export const textOf = (html: string): string =>
  html.replace(PIECES, (piece) => (piece.startsWith("<") || piece.startsWith("&") ? " " : piece));
