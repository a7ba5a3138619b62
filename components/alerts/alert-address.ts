import { createParser } from "nuqs/server";

/** The alert that the page shows, in its address. */
export const alertAddress = {
  alert: createParser({
    parse: (text) => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : null),
    serialize: (id: string) => id,
  }),
};
