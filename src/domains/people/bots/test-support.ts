import type { CastMember, TestServer } from "../../../../test/harness/server.ts";

export function botHelpers(server: () => TestServer) {
  let made = 0;
  const create = async (owner: CastMember, args: Record<string, unknown> = {}) => {
    const short_name = `robot${(made += 1)}`;
    const fullName = `Robot ${made}`;
    const response = await owner.call("POST /bots", { full_name: fullName, short_name, ...args });
    const email = `${short_name}-bot@localhost`;
    return { ...response, email, fullName, client: server().as(email, response.api_key) };
  };

  const permit = async (setting: string, name: string) => {
    const { realm_user_groups: groups } = await server().cast.desdemona.register({
      event_types: ["realm_user_groups"],
    });
    const group = (groups as { id: number; name: string }[]).find((group) => group.name === name);
    await server().cast.desdemona.call("PATCH /realm", { [setting]: { new: group?.id } });
  };

  const codeOf = async (refusal: Promise<{ status: number; code: string }>) => {
    const { status, code } = await refusal;
    return `${status} ${code}`;
  };

  return { create, permit, codeOf };
}
