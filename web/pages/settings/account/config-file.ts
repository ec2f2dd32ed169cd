import { downloadText } from "../../../dialogs/export/download.ts";

/** The settings that clients for the API read: address, key and server. */
export const configText = (email: string, key: string): string =>
  `[api]\nemail=${email}\nkey=${key}\nsite=${location.origin}\n`;

export const downloadConfig = (email: string, key: string): void =>
  downloadText("parleyrc", "application/octet-stream", configText(email, key));
