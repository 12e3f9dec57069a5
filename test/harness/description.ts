import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { PAGES } from "./pages.ts";

interface Response {
  readonly $ref?: string;
  readonly content?: Record<string, { schema?: object }>;
}
interface Operation {
  readonly responses: Readonly<Record<string, Response>>;
}
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

/** Statuses that the request pipeline returns for any path; the introduction describes them once. */
const ANYWHERE = new Set([401, 405, 406, 408, 429, 431, 500]);

const PROBLEM = { $ref: "#/components/schemas/Problem" };

/** Pages and their parts are not in the description. */
const isPage = (path: string) => PAGES.includes(path) || /^\/(assets|help)\//.test(path);

/** Creates a check of responses against the server's own OpenAPI description. The check throws at a difference. */
export function createCheck(description: Description) {
  // Most validators run a few times in a process, so compiling them costs more than it saves.
  const ajv = new Ajv2020({ strict: false, code: { optimize: false } });
  addFormats.default(ajv);
  ajv.addSchema({ $id: "api", components: description.components });
  const validators = new Map<object, ValidateFunction>();
  /** Many endpoints have the same error responses. */
  const validatorsByText = new Map<string, ValidateFunction>();
  const candidates = pathsBySegments(Object.keys(description.paths));

  function validatorOf(schema: object): ValidateFunction {
    const known = validators.get(schema);
    if (known) return known;
    const text = JSON.stringify(schema).replaceAll('"#/components', '"api#/components');
    const made = validatorsByText.get(text) ?? ajv.compile(JSON.parse(text));
    validatorsByText.set(text, made);
    validators.set(schema, made);
    return made;
  }

  return function check(
    method: string,
    url: string,
    status: number,
    contentType: string,
    body: unknown,
  ): void {
    const { pathname } = new URL(url, "http://server");
    if (isPage(pathname)) return;
    const found = candidates.get(segmentsOf(pathname))?.find(({ pattern }) => pattern.test(pathname));
    const operation =
      found && description.paths[found.path]?.[method === "HEAD" ? "get" : method.toLowerCase()];
    const named = operation?.responses[status];
    const response = named?.$ref ? description.components.responses[named.$ref.replace(/.*\//, "")] : named;
    if (!response) {
      if (ANYWHERE.has(status) || (status === 404 && operation === undefined)) {
        checkProblem(body);
        return;
      }
      throw new Error(`${method} ${url}: the description has no response ${status}: ${JSON.stringify(body)}`);
    }
    if (status === 204 || status === 304 || method === "HEAD" || !/^application\/json\b/.test(contentType))
      return;
    const schema = response.content?.["application/json"]?.schema;
    if (!schema) throw new Error(`${method} ${url}: ${status} is described without a JSON body`);
    const validate = validatorOf(schema);
    if (validate(body)) return;
    throw new Error(`${method} ${url} ${status} is not as described: ${ajv.errorsText(validate.errors)}`);
  };

  function checkProblem(body: unknown): void {
    const validate = validatorOf(PROBLEM);
    if (!validate(body)) throw new Error(`not a problem: ${JSON.stringify(body)}`);
  }
}

const segmentsOf = (path: string) => path.replace(/\/$/, "").split("/").length;

interface DescribedPath {
  readonly path: string;
  readonly pattern: RegExp;
}

/** The described paths by their number of segments, so that few are compared with a request's path. */
function pathsBySegments(paths: readonly string[]): ReadonlyMap<number, readonly DescribedPath[]> {
  const patterns = paths.map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}/?$`, "i"),
  }));
  // A literal path takes precedence over one with a parameter.
  patterns.sort((a, b) => Number(a.path.includes("{")) - Number(b.path.includes("{")));
  return Map.groupBy(patterns, ({ path }) => segmentsOf(path));
}

let ofThisProgram: ReturnType<typeof createCheck> | null = null;

/** The check for all servers of this process: they are one program, so the first server's description applies to all. */
export async function loadCheck(url: string): Promise<ReturnType<typeof createCheck>> {
  ofThisProgram ??= createCheck((await (await fetch(`${url}/api/openapi.json`)).json()) as Description);
  return ofThisProgram;
}
