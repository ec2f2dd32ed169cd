import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createDatabase, stopOwnCluster } from "../../test/harness/database.ts";

after(stopOwnCluster);

test("values come as they are, whole numbers and booleans too", async (t) => {
  const database = await createDatabase("empty");
  t.after(() => database.drop());
  const [row] = await database.sql`
    select 0::int2 as none, (-7)::int2 as small, (-2147483648)::int4 as lowest, 9007199254740991::int8 as highest,
           (-9007199254740991)::int8 as negative, true as yes, false as no, null::int8 as absent,
           null::boolean as unknown, '' as empty, 'Ω–7' as text, 1.5::float8 as half, '{1,-2}'::int8[] as list`;
  assert.deepEqual(
    { ...row },
    {
      ...{ none: 0, small: -7, lowest: -2147483648, highest: Number.MAX_SAFE_INTEGER, half: 1.5, list: [1, -2] },
      ...{
        negative: Number.MIN_SAFE_INTEGER,
        yes: true,
        no: false,
        absent: null,
        unknown: null,
        empty: "",
        text: "Ω–7",
      },
    },
  );
});
