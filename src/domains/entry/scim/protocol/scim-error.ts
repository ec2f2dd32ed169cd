/** What RFC 7644 calls what is wrong. */
type ScimType =
  | "invalidFilter"
  | "invalidPath"
  | "invalidSyntax"
  | "invalidValue"
  | "mutability"
  | "noTarget"
  | "tooMany"
  | "uniqueness";

/** A refusal in the form of SCIM. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export const invalidFilter = (detail: string) => new ScimError(400, detail, "invalidFilter");
export const invalidPath = (detail: string) => new ScimError(400, detail, "invalidPath");
export const invalidSyntax = (detail: string) => new ScimError(400, detail, "invalidSyntax");
export const invalidValue = (detail: string) => new ScimError(400, detail, "invalidValue");
export const taken = (detail: string) => new ScimError(409, detail, "uniqueness");
export const forbidden = (detail: string) => new ScimError(403, detail);
export const notFound = (kind: string) => new ScimError(404, `There is no such ${kind}.`);
