import { after } from "node:test";

const GRACE_MS = 60_000;

/**
 * Fails a process that does not end after its last test, such as by a browser that a failed test has left open. The
 * runner would wait for it for ever, and keep to itself what later files have said.
 */
function failIfAlive(): void {
  const fail = () => {
    console.error(
      `still alive ${GRACE_MS / 1000} s after the last test: ${process.getActiveResourcesInfo().join(", ")}`,
    );
    process.exit(1);
  };
  setTimeout(fail, GRACE_MS).unref();
}

after(failIfAlive);
