/** A change to one place in the source of the driver: see driver.ts. */
export interface Mend {
  readonly file: string;
  readonly was: string;
  readonly is: string;
}
