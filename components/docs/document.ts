/** The subset of JSON Schema that the OpenAPI document uses. */
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

type Content = { content?: Record<string, { schema: Schema; "x-item-schema"?: Schema }> };
type Answer = Content & { description: string; "x-error-codes"?: number[] };
type Written = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Answer>;
};

type Tag = { name: string; "x-displayName": string; description: string };

export type OpenApi = {
  info: { title: string; version: string; description: string };
  tags: Tag[];
  paths: Record<string, Record<string, Written>>;
  components: { schemas: Record<string, Schema> };
};

/** One operation of the API, prepared for display. */
export type Operation = {
  id: string;
  tag: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  isPublic: boolean;
  /** True when the operation needs a session and rejects API keys. */
  needsSession: boolean;
  parameters: Parameter[];
  body: Schema | null;
  status: string;
  /** Schema of one item of a text response. */
  response: Schema | null;
  /** Description of each error status. */
  errors: { status: string; meaning: string }[];
  /** Media type; JSON except for streams. */
  mediaType: string;
};

export type Resolve = (schema: Schema) => Schema;

export function operationsOf({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, written]) => read(path, method, written)),
  );
}

function read(path: string, method: string, written: Written): Operation {
  const [status = "200", answer] =
    Object.entries(written.responses).find(([code]) => code.startsWith("2")) ?? [];
  const [[mediaType = "", content] = []] = Object.entries(answer?.content ?? {});
  return {
    id: written.operationId,
    tag: written.tags[0] ?? "",
    method: method.toUpperCase(),
    path,
    summary: written.summary,
    description: written.description,
    isPublic: written.security?.length === 0,
    needsSession: written.security?.length === 1,
    parameters: written.parameters ?? [],
    body: Object.values(written.requestBody?.content ?? {})[0]?.schema ?? null,
    status,
    response: content?.["x-item-schema"] ?? content?.schema ?? null,
    errors: Object.entries(written.responses)
      .filter(([, one]) => one["x-error-codes"])
      .map(([status, one]) => ({ status, meaning: one.description })),
    mediaType,
  };
}

/** Resolves a `$ref`. */
export function resolverOf({ components }: OpenApi): Resolve {
  return (schema) => {
    const name = schema.$ref?.split("/").at(-1);
    if (name === undefined) return schema;
    const { $ref: _, ...beside } = schema;
    return { ...components.schemas[name], ...beside };
  };
}
