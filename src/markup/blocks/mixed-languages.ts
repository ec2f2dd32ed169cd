/** Languages inside of templates of others, such as `css+php`: what people type, the name, and the grammar that fits best. */

interface Base {
  readonly typed: readonly string[];
  readonly name: string;
  readonly grammar: string;
  /** What clients call the pages of a template language that have a name of their own. */
  readonly named?: Readonly<Record<string, string>>;
  readonly templates: string;
}

/** What people type for a template language, and its name. */
const TEMPLATES: Readonly<Record<string, string>> = {
  cheetah: "Cheetah",
  django: "Django/Jinja",
  erb: "Ruby",
  evoque: "Evoque",
  genshi: "Genshi Text",
  genshitext: "Genshi Text",
  handlebars: "Handlebars",
  jinja: "Django/Jinja",
  lasso: "Lasso",
  mako: "Mako",
  mozpreproc: "mozpreproc",
  myghty: "Myghty",
  php: "PHP",
  ruby: "Ruby",
  smarty: "Smarty",
  spitfire: "Cheetah",
  twig: "Twig",
  ul4: "UL4",
  velocity: "Velocity",
};

const COMMON = "django jinja lasso mako myghty php smarty ul4";

const BASES: readonly Base[] = [
  { typed: ["css"], name: "CSS", grammar: "css", templates: `${COMMON} erb ruby genshi genshitext mozpreproc` },
  {
    typed: ["js", "javascript"],
    name: "JavaScript",
    grammar: "javascript",
    templates: `${COMMON} cheetah spitfire erb ruby genshi genshitext mozpreproc`,
    named: { ul4: "Javascript+UL4", mozpreproc: "Javascript+mozpreproc" },
  },
  {
    typed: ["html"],
    name: "HTML",
    grammar: "xml",
    templates: `${COMMON} cheetah spitfire evoque handlebars twig velocity`,
    named: {
      erb: "RHTML",
      ruby: "RHTML",
      genshi: "HTML+Genshi",
      kid: "HTML+Genshi",
      ng2: "HTML + Angular2",
    },
  },
  {
    typed: ["xml"],
    name: "XML",
    grammar: "xml",
    templates: `${COMMON} cheetah spitfire erb ruby evoque velocity`,
    named: { genshi: "Genshi", kid: "Genshi" },
  },
  { typed: ["sql"], name: "SQL", grammar: "sql", templates: "", named: { jinja: "SQL+Jinja" } },
  { typed: ["yaml"], name: "YAML", grammar: "yaml", templates: "", named: { jinja: "YAML+Jinja" } },
];

export const MIXED_LANGUAGES: readonly (readonly [typed: string, name: string, grammar: string])[] = BASES.flatMap(
  ({ typed, name, grammar, named = {}, templates }) => {
    const plain = templates.split(" ").filter((template) => template !== "");
    const names = {
      ...Object.fromEntries(plain.map((template) => [template, `${name}+${TEMPLATES[template]}`])),
      ...named,
    };
    return typed.flatMap((base) =>
      Object.entries(names).map(([template, whole]) => [`${base}+${template}`, whole, grammar] as const),
    );
  },
);
