import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, badRequest } from "#platform/errors.ts";
import { mayHide } from "./error-response.ts";

test("refusals are held only where they may be about something hidden", () => {
  assert.ok(mayHide(badRequest("Invalid message(s)")));
  assert.ok(!mayHide(new ApiError("REQUEST_VARIABLE_INVALID", "Not a number")));
  assert.ok(!mayHide(new ApiError("RATE_LIMIT_HIT", "Too many")));
  assert.ok(!mayHide(new ApiError("INVALID_API_KEY", "Wrong")));
});
