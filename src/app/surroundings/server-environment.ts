/**
 * What an MCP server inherits: what programs need to run, to find their files and to reach the network, and nothing else. Such a server is
 * somebody else's program that a model talks to, and keys of the person's own are none of its business.
 */
export function serverEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && needed.test(entry[0]));
  return Object.fromEntries(kept);
}

const needed =
  /^(HOME|LOGNAME|PATH|SHELL|TERM|USER|TMPDIR|TZ|LANG|LC_[A-Z]+|XDG_[A-Z_]+|https?_proxy|all_proxy|no_proxy|HTTPS?_PROXY|ALL_PROXY|NO_PROXY|SSL_CERT_(FILE|DIR)|NODE_EXTRA_CA_CERTS|npm_config_(registry|cache|prefix|cafile)|NPM_CONFIG_(REGISTRY|CACHE|PREFIX|CAFILE))$/;
