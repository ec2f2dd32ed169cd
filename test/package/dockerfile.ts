/** One instruction of a Dockerfile. */
export interface Instruction {
  readonly name: string;
  /** Options such as `--from=build`, by name. */
  readonly options: ReadonlyMap<string, string>;
  readonly text: string;
}

/** One stage: from its FROM to the next. */
export interface Stage {
  readonly image: string;
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

/** Parses as much of the syntax as our Dockerfile uses; anything else throws. */
export function readDockerfile(text: string): Stage[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n");
  const stages: { image: string; name: string | undefined; instructions: Instruction[] }[] = [];
  for (const line of lines.filter((line) => line.trim() !== "")) {
    const instruction = readInstruction(line);
    if (instruction.name === "FROM") {
      const [image = "", , name] = instruction.text.split(/\s+/);
      stages.push({ image, name, instructions: [] });
    } else {
      const stage = stages.at(-1);
      if (stage === undefined) throw new Error(`a Dockerfile begins with FROM, not with ${line}`);
      stage.instructions.push(instruction);
    }
  }
  return stages;
}

const KNOWN = "FROM WORKDIR COPY RUN ENV USER VOLUME EXPOSE HEALTHCHECK ENTRYPOINT CMD".split(" ");

function readInstruction(line: string): Instruction {
  const [, name = "", options = "", text = ""] = /^([A-Z]+)((?:\s+--[a-z-]+=\S+)*)\s+(.+)$/.exec(line) ?? [];
  if (!KNOWN.includes(name)) throw new Error(`an instruction that is not understood: ${line}`);
  const pairs = [...options.matchAll(/--([a-z-]+)=(\S+)/g)].map(([, key = "", value = ""]) => [key, value] as const);
  return { name, options: new Map(pairs), text };
}

/** The texts of a stage's instructions of one name. */
export const textsOf = (stage: Stage, name: string): string[] =>
  stage.instructions.filter((instruction) => instruction.name === name).map(({ text }) => text);
