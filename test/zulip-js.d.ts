/** The package brings no types of its own. */
declare module "zulip-js" {
  // eslint-disable-next-line typescript/no-explicit-any -- another project's answers
  const zulipInit: (config: Record<string, string>) => Promise<any>;
  // eslint-disable-next-line import/no-default-export -- as the package has it
  export default zulipInit;
}
