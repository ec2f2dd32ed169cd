export const TOKEN_KINDS = ["fcm", "apns"] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** A phone as its maker knows it. */
export interface PushToken {
  readonly kind: TokenKind;
  readonly token: string;
  readonly appId: string | null;
}
