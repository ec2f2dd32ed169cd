import type { Team } from "./people.ts";

/** The channels. Those without teams are for everybody. */
export interface DemoChannel {
  readonly name: string;
  readonly description: string;
  readonly folder?: string;
  readonly teams?: readonly Team[];
  /** First names of people besides the teams. */
  readonly also?: readonly string[];
  readonly isPrivate?: true;
  /** For a private channel: whether those who join later read its earlier messages. */
  readonly hasSharedHistory?: boolean;
  /** Who may write, by the name of a group; by default everybody. */
  readonly writers?: string;
  /** A channel of every new organization that becomes this one. */
  readonly replaces?: string;
  /** The share of all messages, relative to the others. */
  readonly weight: number;
}

export const FOLDERS = [
  { name: "Building", description: "Where *Sprig* and *Meadow* are made." },
  { name: "Customers", description: "What growers need, ask and report." },
];

export const CHANNELS: readonly DemoChannel[] = [
  { name: "general", description: "For all of Fernhollow. Keep it short and kind.", replaces: "general", weight: 9 },
  {
    name: "announcements",
    description: "Releases, dates and decisions. Few messages, worth reading. Discuss them in #**general**.",
    replaces: "parley",
    writers: "role:moderators",
    weight: 2,
  },
  {
    name: "kitchen table",
    description: "Lunch, books, bicycles, plants. :coffee:",
    replaces: "sandbox",
    weight: 9,
  },
  {
    name: "engineering",
    description: "Servers, data and how we work. Incidents have **one topic each**.",
    folder: "Building",
    teams: ["Engineering", "Product"],
    also: ["Maren", "Ewan"],
    weight: 16,
  },
  {
    name: "firmware",
    description: "What runs inside a Sprig. Tickets are written `FW-123`.",
    folder: "Building",
    teams: ["Engineering", "Hardware"],
    also: ["Maren", "Nadia", "Priya"],
    weight: 13,
  },
  {
    name: "hardware",
    description: "Boards, enclosures, suppliers, production.",
    folder: "Building",
    teams: ["Hardware"],
    also: ["Maren", "Tobias", "Jonas", "Nadia", "Hana", "Greta"],
    weight: 10,
  },
  {
    name: "meadow",
    description: "The dashboard and the apps. Bugs are written `MD-123`.",
    folder: "Building",
    teams: ["Product", "Engineering"],
    also: ["Maren", "Priya", "Owen"],
    weight: 13,
  },
  {
    name: "design",
    description: "Sketches, reviews, words on buttons. *Unfinished work is welcome.*",
    folder: "Building",
    teams: ["Product"],
    also: ["Maren", "Tobias", "Clara", "Felix", "Ewan"],
    weight: 7,
  },
  {
    name: "support",
    description: "Questions from growers that need more than one person. Say who owns it.",
    folder: "Customers",
    teams: ["Customers"],
    also: ["Maren", "Tobias", "Jonas", "Aiko", "Hana", "Yuki", "Dmitri", "Samuel"],
    weight: 13,
  },
  {
    name: "field trials",
    description: "Growers who try things first. **No photos of their crops outside of this channel.**",
    folder: "Customers",
    teams: ["Customers", "Hardware"],
    also: ["Maren", "Jonas", "Chidi"],
    weight: 8,
  },
  {
    name: "hiring",
    description: "Candidates and interviews. Confidential.",
    teams: ["Company"],
    also: ["Tobias", "Priya", "Dmitri", "Lucía"],
    isPrivate: true,
    hasSharedHistory: true,
    weight: 4,
  },
  {
    name: "leadership",
    description: "Money, people, direction. Those who join see only what comes after.",
    teams: ["Company"],
    also: ["Tobias", "Priya", "Dmitri"],
    isPrivate: true,
    hasSharedHistory: false,
    weight: 3,
  },
];

export interface DemoGroup {
  readonly name: string;
  readonly description: string;
  readonly teams?: readonly Team[];
  readonly also?: readonly string[];
}

export const GROUPS: readonly DemoGroup[] = [
  { name: "on-call", description: "Who is woken up.", also: ["Dmitri", "Tobias", "Aiko", "Jonas"] },
  { name: "engineers", description: "Everybody who ships code.", teams: ["Engineering", "Product"] },
  { name: "hardware-team", description: "Boards and boxes.", teams: ["Hardware"] },
  { name: "customer-team", description: "Support, sales and the field.", teams: ["Customers"] },
  { name: "lunch", description: "Hungry in Rotterdam.", also: ["Maren", "Greta", "Samuel", "Ibrahim"] },
];

/** Direct conversations, by first names. */
export const CONVERSATIONS: readonly (readonly string[])[] = [
  ["Maren", "Tobias"],
  ["Maren", "Priya"],
  ["Maren", "Greta"],
  ["Tobias", "Priya"],
  ["Tobias", "Dmitri"],
  ["Jonas", "Ewan"],
  ["Aiko", "Dmitri"],
  ["Samuel", "Lucía"],
  ["Priya", "Owen"],
  ["Nadia", "Jonas"],
  ["Maren", "Tobias", "Priya"],
  ["Samuel", "Lucía", "Yuki"],
  ["Jonas", "Ewan", "Hana", "Ibrahim"],
  ["Maren", "Greta", "Rosalind", "Mateus"],
];
