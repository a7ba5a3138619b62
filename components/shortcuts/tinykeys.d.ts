// The package's own declarations are not reachable by its "exports".
declare module "tinykeys" {
  export function tinykeys(
    target: Window | HTMLElement,
    bindings: Record<string, (event: KeyboardEvent) => void>,
  ): () => void;
}
