/** The OIDs of PostgreSQL's own types, which are the same in every database. */
export const TYPES = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  text: 25,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  jsonb: 3802,
} as const;

export const TEXT_ARRAY = 1009;

/** Arrays, with the type of their elements. */
const NAMED_ARRAYS: readonly (readonly [array: number, element: number])[] = [
  [1000, TYPES.bool],
  [1001, TYPES.bytea],
  [1016, TYPES.int8],
  [1005, TYPES.int2],
  [1007, TYPES.int4],
  [TEXT_ARRAY, TYPES.text],
  [1028, TYPES.oid],
  [199, TYPES.json],
  [1021, TYPES.float4],
  [1022, TYPES.float8],
  [1182, TYPES.date],
  [1115, TYPES.timestamp],
  [1185, TYPES.timestamptz],
  [3807, TYPES.jsonb],
];

/** Arrays whose elements are texts here: `char`, `name`, `bpchar`, `varchar`, `time`, `interval`, `numeric`, `uuid`, ranges of `int8`. */
const TEXT_ARRAYS = [1002, 1003, 1014, 1015, 1183, 1187, 1231, 2951, 3927, 6157];

/** The type of the elements, by the type of the array. */
export const ELEMENT_TYPES: ReadonlyMap<number, number> = new Map([
  ...NAMED_ARRAYS,
  ...TEXT_ARRAYS.map((array) => [array, TYPES.text] as const),
]);
