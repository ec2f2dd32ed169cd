/** The files with messages of the export in ../test-support.ts. */

const message = (
  id: number,
  sender: number,
  recipient: number,
  subject: string,
  content: string,
  more: object = {},
) => ({
  id,
  sender,
  recipient,
  subject,
  content,
  rendered_content: "<p>never used</p>",
  date_sent: 1700000000.25 + id,
  sending_client: 1,
  last_edit_time: null,
  edit_history: null,
  ...more,
});

const received = (messageId: number, flags: Readonly<Record<number, number>>) =>
  Object.entries(flags).map(([user_profile, flags_mask], index) => ({
    id: messageId * 100 + index,
    user_profile: Number(user_profile),
    message: messageId,
    flags_mask,
  }));

const [READ, STARRED, MENTIONED, GROUP_MENTIONED, IS_DIRECT] = [1, 2, 8, 64, 2048];

/** Files that messages link to. */
export const PATH = "2/5d/ZDwqYcEjKJRVtzhKLYHbiopg/plan.txt";
export const ODD_PATH = "2/odd/path.txt";

export const messageFiles: Readonly<Record<string, unknown>> = {
  "messages-000001.json": {
    zerver_message: [
      message(1001, 5, 105, "plan", `See [plan](/user_uploads/${PATH}) and [odd](/user_uploads/${ODD_PATH})`),
      message(1002, 1, 105, "", "@_**Noor Member|6** joined"),
      message(1003, 6, 106, "past", "in the archived channel"),
    ],
    zerver_usermessage: [
      ...received(1001, { 5: READ, 6: READ | STARRED }),
      ...received(1002, { 5: READ, 6: 0, 404: READ }),
      ...received(1003, { 6: READ | GROUP_MENTIONED }),
    ],
    zerver_submessage: [{ id: 4, message_id: 1001, sender_id: 5, msg_type: "widget", content: "{}" }],
  },
  "messages-000002.json": {
    zerver_message: [
      message(
        1005,
        6,
        105,
        "plan B",
        "see [it](#narrow/channel/5-general/topic/plan/near/1001), #**general>plan@1001**, [gone](#narrow/channel/5-general/topic/plan/near/999), https://other.example/#narrow/channel/5-general/topic/plan/near/1001",
        {
          last_edit_time: 1700009000,
          edit_history: JSON.stringify([
            { user_id: 6, timestamp: 1700009000, prev_content: "before", prev_rendered_content: "<p>x</p>" },
            { user_id: 404, timestamp: 1700008000, prev_topic: "plan", topic: "plan B", prev_stream: 6, stream: 5 },
          ]),
        },
      ),
      message(1006, 5, 206, "\u0007", "privately"),
      message(1007, 6, 301, "\u0007", "the three of us"),
      message(1008, 2, 205, "\u0007", "by mail"),
      message(1009, 6, 205, "", "back @**Mia Owner**"),
      message(1010, 6, 999, "x", "to nowhere"),
    ],
    zerver_usermessage: [
      ...received(1005, { 5: READ, 6: READ }),
      ...received(1006, { 5: READ | IS_DIRECT, 6: IS_DIRECT }),
      ...received(1007, { 5: IS_DIRECT, 6: READ | IS_DIRECT }),
      ...received(1009, { 5: MENTIONED | IS_DIRECT, 6: READ | IS_DIRECT }),
    ],
  },
};
