type Fields = Record<string, string>;

/**
 * Headers of a response, by name in lower case. Cheaper than `Headers`, which checks, sorts and copies every value: Node checks
 * names and values again when it writes them.
 */
export class ResponseHeaders {
  readonly #fields: Fields;
  readonly #cookies: string[] = [];

  constructor(fields: Fields = {}) {
    this.#fields = { ...fields };
  }

  set(name: string, value: string): void {
    this.#fields[name] = value;
  }

  setAll(fields: Fields): void {
    Object.assign(this.#fields, fields);
  }

  has(name: string): boolean {
    return name in this.#fields;
  }

  addCookie(cookie: string): void {
    this.#cookies.push(cookie);
  }

  /** Returns the headers, and those of `base` that are not set here, in a form that `Response` takes. */
  over(base: Fields): Headers | Fields {
    const fields = { ...base };
    Object.assign(fields, this.#fields);
    if (this.#cookies.length === 0) return fields;
    const headers = new Headers(fields);
    for (const cookie of this.#cookies) headers.append("set-cookie", cookie);
    return headers;
  }
}
