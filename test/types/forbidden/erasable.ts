/** Node strips types and nothing else, so syntax that needs a compiler is an error. */
// forbidden: TS1294
export enum Color {
  red,
}
