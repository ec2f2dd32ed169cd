/** Addresses of numbers are no hosts for which browsers make passkeys. */
const isNumeric = /^[\d.]+$|:/.test(location.hostname);

/** Whether this browser can make and show passkeys here. Pages without TLS cannot. */
export const knowsPasskeys = (): boolean => !isNumeric && "PublicKeyCredential" in window;

/** What the server asks a browser for. */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

/** Lets the user create a passkey. Returns what the browser says of it, as JSON. */
export async function createPasskey(options: PasskeyOptions): Promise<string> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  return answerOf(await navigator.credentials.create({ publicKey }));
}

/** Lets the user choose a passkey: in a dialog, or among what the browser offers in a field of the form. */
export async function showPasskey(options: PasskeyOptions, isInField: boolean, signal: AbortSignal): Promise<string> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  return answerOf(
    await navigator.credentials.get({ publicKey, signal, mediation: isInField ? "conditional" : "optional" }),
  );
}

export const offersPasskeysInFields = async (): Promise<boolean> =>
  knowsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable());

/** Whether the user has closed the dialog of the browser, or another one has taken its place. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === "NotAllowedError" || error.name === "AbortError");

function answerOf(credential: Credential | null): string {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException("no passkey", "NotAllowedError");
  return JSON.stringify(credential.toJSON());
}
