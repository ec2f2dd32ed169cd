/** Every error code of the API with its HTTP status. Clients act on these; the sentences are for people. */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  REQUEST_VARIABLE_MISSING: 400,
  REQUEST_VARIABLE_INVALID: 400,
  REQUEST_CONFUSING_VAR: 400,
  UNAUTHORIZED_PRINCIPAL: 400,
  SYSTEM_GROUP_REQUIRED: 400,
  EXPECTATION_MISMATCH: 400,
  CANNOT_DEACTIVATE_GROUP_IN_USE: 400,
  CANNOT_DEACTIVATE_LAST_USER: 400,
  BAD_IMAGE: 400,
  INVALID_JSON: 400,
  ANOMALOUS_WEBHOOK_PAYLOAD: 400,
  MISSING_HTTP_EVENT_HEADER: 400,
  BAD_EVENT_QUEUE_ID: 400,
  BAD_NARROW: 400,
  STREAM_DOES_NOT_EXIST: 400,
  REALM_UPLOAD_QUOTA: 400,
  INVITATION_FAILED: 400,
  PARTLY_DONE: 400,
  REACTION_ALREADY_EXISTS: 400,
  REACTION_DOES_NOT_EXIST: 400,
  CHANNEL_ALREADY_EXISTS: 409,
  STREAM_WILDCARD_MENTION_NOT_ALLOWED: 400,
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: 400,
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: 400,
  PUSH_SERVICE_NOT_CONFIGURED: 400,
  INVALID_ZOOM_TOKEN: 400,
  INVALID_PUSH_DEVICE_TOKEN: 400,
  INVALID_REMOTE_PUSH_DEVICE_TOKEN: 400,
  NO_ACTIVE_PUSH_DEVICE: 400,
  ADMIN_ACTION_REQUIRED: 403,
  FAILED_TO_CONNECT_BOUNCER: 502,
  INTERNAL_SERVER_ERROR_ON_BOUNCER: 502,
  UNAUTHORIZED: 401,
  INVALID_API_KEY: 401,
  USER_DEACTIVATED: 401,
  REALM_DEACTIVATED: 401,
  AUTHENTICATION_FAILED: 401,
  TWO_STEP_REQUIRED: 401,
  TWO_STEP_SETUP_REQUIRED: 401,
  PASSWORD_AUTH_DISABLED: 401,
  CSRF_FAILED: 403,
  CONFIRMATION_REQUIRED: 403,
  INSUFFICIENT_SCOPE: 403,
  OTHER_USER: 403,
  NONEXISTENT_SUBDOMAIN: 404,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMIT_HIT: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  UNKNOWN_OUTCOME: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** A refusal, as the client sees it. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Further fields of the response, such as `var_name`. */
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, fields: Record<string, unknown> = {}, status?: number) {
    super(message);
    this.code = code;
    this.status = status ?? ERROR_STATUS[code];
    this.fields = fields;
  }
}

/** A key that is wrong, was revoked or has expired: which of these, nobody learns. */
export const invalidKey = (): ApiError => new ApiError("INVALID_API_KEY", "Invalid API key");

export const badRequest = (message: string, fields: Record<string, unknown> = {}): ApiError =>
  new ApiError("BAD_REQUEST", message, fields);

export const nothingHere = (): ApiError => new ApiError("BAD_REQUEST", "There is nothing at this path", {}, 404);

export const noRealm = (code: ErrorCode): ApiError => new ApiError(code, "There is no organization at this host");

/** How many seconds a client waits before it asks again. */
const RETRY_AFTER = 5;

/** The request cannot be served now, and the client may repeat it. */
export const unavailable = (message: string): ApiError =>
  new ApiError("SERVICE_UNAVAILABLE", message, { "retry-after": RETRY_AFTER });
