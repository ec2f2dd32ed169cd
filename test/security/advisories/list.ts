/**
 * The published advisories of servers like this one: Zulip, Mattermost, Rocket.Chat and Synapse. Each has what must not
 * happen here, in our own words, and a test whose title holds its ID. `npm run advisories` lists those without one.
 */
interface Advisory {
  readonly ids: readonly string[];
  readonly never: string;
  /** Why it cannot happen here; then there is no test. */
  readonly whyNot?: string;
}

const row = (ids: string, never: string, whyNot?: string): Advisory => ({
  ids: ids.split(" "),
  never,
  ...(whyNot !== undefined && { whyNot }),
});

export const advisories: readonly Advisory[] = [
  // Who may read
  row("GHSA-5r8f-gq2h-fcgp CVE-2021-30479", "A guest's queue has public channels without a subscription."),
  row("GHSA-3m37-hwq6-jrj8", "Somebody without an account reads profiles."),
  row("CVE-2026-40300", "A history that shows only moves contains earlier texts."),
  row("CVE-2026-25742", "Files and topics stay open to strangers."),
  row("CVE-2025-27149 CVE-2022-31134", "A public export holds private things or traces of them."),
  row("CVE-2025-25195", "Archiving a private channel is announced to everybody."),
  row("CVE-2024-27286", "A message that moved to a private channel keeps its readers."),
  row("CVE-2023-47642", "Somebody who left a private channel hears of its changes."),
  row("CVE-2022-31017", "A later subscriber gets edits of a protected history."),
  row("CVE-2026-2458", "Somebody who was removed lists channels."),
  row("CVE-2026-3115", "A guest finds users whom they may not see."),
  row("CVE-2026-3636 CVE-2025-55074", "Somebody learns what another user has read."),
  row("CVE-2026-20796", "A read continues with rows from after a loss of access."),
  row("CVE-2026-24692", "A search finds what its reader may not read."),
  row("CVE-2024-21848", "Typing events continue after somebody left."),
  row("CVE-2022-32220", "Mentions reveal messages of a private channel."),
  row("CVE-2022-35250", "Others read direct messages."),
  row("CVE-2024-53867 CVE-2021-39164 CVE-2021-39163", "The first state of a client reveals channels or people."),
  row("CVE-2023-43796", "Somebody asks for the presence of users they may not see."),
  // Fields that leave the server
  row("CVE-2016-4426", "Keys of bots go to users who do not manage them."),
  row("CVE-2026-2463 CVE-2025-47870 CVE-2017-18902", "A list contains tokens or invitation links."),
  row("CVE-2026-23477", "A response contains the secret of an application."),
  row("CVE-2026-2578", "A deletion event contains the deleted text."),
  row("CVE-2025-13821 CVE-2024-47003 CVE-2023-48732", "An event shows more of a person than a response."),
  row("CVE-2024-32046", "An error shows paths or the inside of the server."),
  // What reveals that something exists
  row("CVE-2024-56136", "A login shows whether an address has an account."),
  row("CVE-2026-21386", "A private channel is refused otherwise than an absent one."),
  row("CVE-2026-5163 CVE-2025-14350 CVE-2024-1952", "An ID in some parameter is not checked for access."),
  // Other organizations
  row("CVE-2025-30369", "A field of another organization can be changed or deleted."),
  row("CVE-2025-30368", "An export of another organization can be deleted."),
  row("CVE-2022-21706 CVE-2017-0910", "An invitation opens another organization."),
  // Who may write
  row("CVE-2026-25741", "An endpoint for administrators serves others."),
  row("GHSA-vwqp-7j32-xfg5", "Writing a draft makes a person visible."),
  row("CVE-2025-47930", "A channel becomes of a kind that its owner cannot create."),
  row("CVE-2024-21630 CVE-2023-32677", "An invitation subscribes people without the permission to add them."),
  row("CVE-2023-32678", "Somebody who left a channel changes messages there."),
  row("CVE-2021-30487", "Messages move to a channel where their mover may not post."),
  row("CVE-2017-0896", "A setting restricts only what the client shows."),
  row("CVE-2017-0881", "Some endpoint subscribes its caller to a private channel."),
  row("CVE-2026-3637", "Somebody who may no longer post edits messages."),
  row("CVE-2026-4053", "A time limit for edits does not count for every field."),
  row("CVE-2026-4265", "A file is shared where its owner may not post."),
  row("CVE-2026-4635", "An archived channel still receives scheduled messages."),
  row("CVE-2026-28732", "A unique value is unique only when it is created."),
  row("CVE-2023-28325 CVE-2020-26257", "A parent's permission is used for another parent's child."),
  row("CVE-2023-42453", "Somebody sets flags of messages they may not read."),
  row("CVE-2026-3473", "A link to another user's file gives access to it."),
  row("CVE-2024-1949", "A request in flight shows a deleted message again."),
  // Roles, bots and senders
  row("CVE-2022-31168", "A member makes their own bot an administrator."),
  row("CVE-2021-30478", "Somebody sends in another's name."),
  row("CVE-2021-30477", "A webhook's bot posts where it is not a member."),
  row("CVE-2025-53971 CVE-2026-26230 CVE-2024-4195 CVE-2024-4198", "Another endpoint changes roles without the rules."),
  // Login, keys and tokens
  row(
    "GHSA-xw9h-9rcm-hx4m",
    "A login service's unconfirmed address is accepted.",
    "There is no login by other services.",
  ),
  row("CVE-2025-31478 CVE-2023-28623", "An account is created past the login that is required."),
  row("CVE-2022-41914", "A secret is compared in a time that depends on it."),
  row("CVE-2025-54499", "A token is compared in a time that depends on it."),
  row("CVE-2022-24751", "A deactivated user's session works for a moment longer."),
  row("CVE-2021-3967", "A session alone gives an API key."),
  row("CVE-2021-43791 CVE-2020-14215", "An expired link still works."),
  row("CVE-2019-18933", "An account without a password opens with an empty one."),
  row("CVE-2016-4427 CVE-2023-32682", "A deactivated user logs in."),
  row("CVE-2026-3590 CVE-2025-12421 CVE-2025-13324", "A link for one use works twice at once."),
  row("CVE-2026-27656", "A similar address is taken for another user's."),
  row("CVE-2025-1412 CVE-2025-3230", "Old rights remain after a change of role."),
  row("CVE-2024-48872 CVE-2026-26233", "Passwords guessed at the same time are not counted."),
  row("CVE-2024-4183", "A user has sessions or queues without limit."),
  row("CVE-2026-28514", "A check of a password is not awaited."),
  row("CVE-2026-30831", "A second way to log in skips checks."),
  row("CVE-2026-30833 CVE-2021-22911 CVE-2022-32228", "A structure in place of a name matches some account."),
  row("CVE-2023-41335", "A password is stored as it was typed."),
  row("CVE-2019-5885 CVE-2019-11842", "A secret or an ID can be predicted."),
  // Limits
  row("GHSA-m257-w4r5-5rmf", "A preview renders a text that is too long to send."),
  row("CVE-2026-24458", "A very long password costs computing time."),
  row("CVE-2024-1402 CVE-2024-24988 CVE-2024-28949 CVE-2024-1953", "A thing has parts without limit."),
  row("CVE-2024-22091", "A path has any length."),
  row("CVE-2026-45078", "Writers that wait for a lock stop everybody else."),
  row("CVE-2026-45076", "Rows that are filtered out look like the end."),
  row("CVE-2024-52805", "A body of unknown type is read without limit."),
  row("CVE-2024-31208", "Nested structures cost time without limit."),
  row("CVE-2021-21393 CVE-2021-21394", "An endpoint for strangers takes texts without limit."),
  // Calls to other servers
  row("CVE-2026-2455 CVE-2024-39713", "A user makes the server call its own network."),
  row("CVE-2026-2456 CVE-2024-47401", "An endless answer of another server fills the memory."),
  row("CVE-2023-32683 CVE-2021-21273 CVE-2021-21392", "A redirect or an address form bypasses the check of addresses."),
  row("CVE-2026-6333", "A foreign host in a header becomes part of a URL."),
  row("CVE-2019-19775", "A URL of ours redirects anywhere."),
  row("CVE-2026-4054", "Another server's answer passes for a picture."),
  // Files
  row("CVE-2026-26058", "A path in a request reaches a file of the server."),
  row("CVE-2023-22735 CVE-2019-16216 CVE-2018-9999", "An upload becomes a page of our origin."),
  row("CVE-2025-4981 CVE-2025-8023 CVE-2025-36530 CVE-2025-6465 CVE-2021-41281", "A file name is used as a path."),
  row(
    "CVE-2026-25780 CVE-2026-26246 CVE-2026-5755 CVE-2026-6340",
    "A picture's header decides how much memory is used.",
  ),
  row("CVE-2024-53863", "Pictures of rare formats are decoded."),
  row("CVE-2026-3114 CVE-2024-54682", "An archive unpacks to any size."),
  // Markup, pages and mails
  row("CVE-2026-24050", "Markup in a name becomes HTML."),
  row("CVE-2025-52559 CVE-2021-21332 CVE-2020-26891 CVE-2021-21333", "Markup becomes HTML in mails or pages."),
  row("CVE-2023-33186 CVE-2022-23656 CVE-2021-3866", "A topic or a name becomes HTML in the client."),
  row("CVE-2022-36048", "A link leads elsewhere than it says."),
  row("CVE-2022-35962", "A link of the mobile client leads elsewhere.", "There is no mobile client."),
  row("CVE-2020-14194 CVE-2020-9444", "A linked page can change the page that opened it."),
  row("CVE-2020-12759", "A parameter comes back as HTML."),
  row(
    "CVE-2020-10935 CVE-2020-9445 CVE-2018-9986 CVE-2018-9987 CVE-2018-9990",
    "A message makes HTML that is not allowed.",
  ),
  row("CVE-2024-36624 CVE-2024-36625", "Copied or pasted text becomes HTML in the client."),
  row("CVE-2024-36612", "Closed menus of the client stay in memory."),
  row("CVE-2024-46935", "Some characters stop the parser of messages."),
  row("CVE-2022-31052", "A deeply nested page stops the server."),
  // Expressions and quadratic time
  row("CVE-2021-41115", "A linkifier's expression takes exponential time."),
  row("CVE-2019-16215 CVE-2025-14822", "Parsing a text takes quadratic time."),
  row("CVE-2023-45129 CVE-2021-29471", "A user's pattern is matched by backtracking."),
  // Input of the wrong kind
  row("CVE-2020-15070", "Stored text is evaluated as code."),
  row("CVE-2026-4915", "A null in a list stops the server."),
  row("CVE-2026-25783", "A malformed header stops the server."),
  row("CVE-2025-20033 CVE-2025-20086 CVE-2025-20088 CVE-2025-20621", "A malformed form of a message stops clients."),
  row("CVE-2024-54083 CVE-2024-4182", "A malformed field of a message stops clients."),
  row("CVE-2017-18888", "A parameter becomes SQL."),
  row("CVE-2022-32219", "A client sends its own query."),
  row("CVE-2025-61672", "Something stored cannot be read again."),
  row("CVE-2024-52815", "A malformed event blocks a queue."),
  row("CVE-2020-26890", "A number is NaN or infinite."),
  // The machine
  row("CVE-2021-43799", "A port for internal use is open to others."),
  row("CVE-2024-41671", "Pipelined responses go to the wrong request."),
];
