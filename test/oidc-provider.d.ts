/** What the tests use of the package, which brings no types. */
declare module "oidc-provider" {
  import type { RequestListener } from "node:http";

  type Claims = Readonly<Record<string, unknown>>;

  export class Provider {
    constructor(
      issuer: string,
      configuration: Readonly<Record<string, unknown>> & {
        findAccount(context: unknown, id: string): { accountId: string; claims(): Claims } | undefined;
        fetch(url: string, options: RequestInit & { dispatcher?: unknown }): Promise<Response>;
      },
    );
    callback(): RequestListener;
  }
}
