import { Type } from "typebox";
import { endpoint } from "../api/endpoint.ts";
import { badRequest } from "../api/errors.ts";
import { text } from "../api/params.ts";
import { ROLES } from "../model/records.ts";
import { checkedEmail } from "../users/email.ts";
import { checkedFullName } from "../users/full-name.ts";
import { checkPasswordStrength, hashPassword } from "../users/passwords.ts";
import { createUser } from "./actions/create-user.ts";

export const postUser = endpoint({
  id: "create-user",
  method: "POST",
  path: "/users",
  summary: "Creates an account.",
  auth: "administrator",
  params: {
    email: text("The new account's address.", { max: 1000 }),
    password: text("The new account's password.", { max: 10_000 }),
    full_name: text("The new account's name.", { max: 1000 }),
  },
  result: { user_id: Type.Integer() },
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  emits: ["realm_user/add", "user_group/add_members", "subscription/peer_add"],
  async run({ realm, actor, params }) {
    if (!actor.canCreateUsers) throw badRequest("User not authorized to create users");
    const fullName = checkedFullName(params.full_name);
    const email = checkedEmail(params.email);
    if (realm.model.usersByEmail.has(email.toLowerCase())) throw badRequest(`Email '${email}' already in use`);
    checkPasswordStrength(params.password);
    const passwordHash = await hashPassword(params.password);
    const user = await realm.write(actor, (tx, present) => {
      if (!present.canCreateUsers) throw badRequest("User not authorized to create users");
      return createUser(tx, { email, fullName, role: ROLES.member, passwordHash });
    });
    return { user_id: user.id };
  },
});

export const accountEndpoints = [postUser] as const;
