/** As much of a JSON Schema as our own document uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  pattern?: string;
};

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: Schema;
};

type Content = { content?: Record<string, { schema: Schema }> };
type Written = {
  operationId: string;
  summary: string;
  tags: string[];
  security?: unknown[];
  "x-required-scope"?: string;
  parameters?: Parameter[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content>;
};

export type OpenApi = {
  info: { title: string; version: string };
  paths: Record<string, Record<string, Written>>;
  components: { schemas: Record<string, Schema> };
};

/** One operation of the API, as a reader needs it. */
export type Operation = {
  id: string;
  tag: string;
  method: string;
  path: string;
  summary: string;
  /** What a key needs; null when any key will do. */
  scope: string | null;
  isPublic: boolean;
  parameters: Parameter[];
  body: Schema | null;
  status: string;
  response: Schema | null;
  /** JSON, but for streams. */
  mediaType: string;
};

export type Resolve = (schema: Schema) => Schema;

export function operationsOf({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, written]) => read(path, method, written)),
  );
}

function read(path: string, method: string, written: Written): Operation {
  const [status = "200", answer = {}] =
    Object.entries(written.responses).find(([code]) => code.startsWith("2")) ?? [];
  const [[mediaType = "", content] = []] = Object.entries(answer.content ?? {});
  return {
    id: written.operationId,
    tag: written.tags[0] ?? "",
    method: method.toUpperCase(),
    path,
    summary: written.summary,
    scope: written["x-required-scope"] ?? null,
    isPublic: written.security?.length === 0,
    parameters: written.parameters ?? [],
    body: Object.values(written.requestBody?.content ?? {})[0]?.schema ?? null,
    status,
    response: content?.schema ?? null,
    mediaType,
  };
}

/** Follows a reference to what it names. */
export function resolverOf({ components }: OpenApi): Resolve {
  return (schema) => {
    const name = schema.$ref?.split("/").at(-1);
    if (name === undefined) return schema;
    const { $ref: _, ...beside } = schema;
    return { ...components.schemas[name], ...beside };
  };
}
