import { noSuchPath } from "@/lib/http/answer";

export const GET = noSuchPath;
export const POST = noSuchPath;
export const PUT = noSuchPath;
export const PATCH = noSuchPath;
export const DELETE = noSuchPath;
export const HEAD = noSuchPath;
export const OPTIONS = noSuchPath;
