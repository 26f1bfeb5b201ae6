import { BlockList, isIP } from 'node:net';

/** Which hosts code may reach. */
export interface HostRules {
  /** `api.example.com`, `*.example.com` (not example.com itself), `example.com:8443`, `10.0.0.5`; `*` = every public one. */
  readonly allowed: readonly string[];
  /** Hosts, in the same form, that honour the header Idempotency-Key: what is sent there again counts once. */
  readonly keyed: readonly string[];
}

/** Whether a rule names the host of a URL. `*` names no address that is private. */
export function named(rules: readonly string[], { hostname, port, protocol }: URL): 'exactly' | 'widely' | null {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const full = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  let found: 'widely' | null = null;
  for (const rule of rules.map((each) => each.toLowerCase())) {
    // An IPv6 address has colons of its own: a port stands behind brackets there.
    const [, of = rule, on] = /^(\[[^\]]+\]|[^:]+):(\d+)$/.exec(rule) ?? [];
    const name = of.replace(/^\[|\]$/g, '');
    if (on !== undefined && on !== full) continue;
    if (name === host) return 'exactly';
    if (name === '*' || (name.startsWith('*.') && host.endsWith(name.slice(1)) && isIP(host) === 0)) found = 'widely';
  }
  return found;
}

const privates = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  privates.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  privates.addSubnet(net, bits, 'ipv6');

/** Addresses of this machine, of networks around it, of cloud metadata, and all that lead to no single public host. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  if (family === 4) return privates.check(address, 'ipv4');
  // IPv4 within IPv6: BlockList compares it with the rules for IPv4 itself.
  return privates.check(address, 'ipv6') || (/^::ffff:/i.test(address) && privates.check(address, 'ipv6'));
}
