import {
  type AnswerOf,
  allParts,
  type listReleases as endpoint,
  type RegistryRevision,
  type Release,
  type RemoteBuild,
  type ShellBuild,
} from '@kinmel/contracts';
import { type StoredVersion, storedVersions } from '../registry/versions/stored-versions.ts';
import type { ReleasesContext } from './releases-context.ts';

/** The size of the files that a browser may load. */
const bytesOf = ({ files }: RemoteBuild | ShellBuild) =>
  Object.values(files).reduce((sum, { bytes, brotliBytes = bytes }) => sum + brotliBytes, 0);

/** `pacts/mfe-catalog-order.json` is a contract with order. */
const pactsOf = (part: string, { pacts }: RemoteBuild | ShellBuild) =>
  Object.keys(pacts).map((file) => file.replace(/^pacts\/|\.json$/g, '').replace(`${part}-`, ''));

type ActivePart = RegistryRevision['active'][string];

const activeFreeze = (freeze: Release['freeze'] | undefined, now: string) =>
  freeze && freeze.until > now ? freeze : null;

export async function listReleases({
  registry,
  folders,
  figuresOf,
}: ReleasesContext): Promise<AnswerOf<typeof endpoint>['data']> {
  const history = await registry.history();
  const { revision = 0, active = {}, freezes = {} } = history.at(-1) ?? {};
  const versionsByPart = Map.groupBy(await storedVersions(registry, folders), ({ part }) => part);
  const now = new Date().toISOString();
  const versionOf = async (each: StoredVersion, index: number, storedList: readonly StoredVersion[]) => {
    const { part, version, state, builtAt, build } = each;
    const [bytes, before] = [bytesOf(build), storedList[index + 1]];
    return {
      version,
      state,
      builtAt,
      commit: build.source.commit,
      builder: build.source.builder,
      bytes,
      bytesChange: before ? bytes - bytesOf(before.build) : null,
      pacts: pactsOf(part, build),
      figures: await figuresOf(part, version),
    };
  };
  const releaseOf = async ([part, { keys: _keys, ...entry }]: [string, ActivePart]): Promise<Release> => {
    const versions = versionsByPart.get(part) ?? [];
    const activeVersion = versions.find(({ version }) => version === entry.version);
    const change = history.findLast((each) => each.part === part && each.at === entry.since);
    return {
      ...entry,
      part,
      owner: activeVersion?.build.declaration.owner ?? '',
      who: change?.who ?? '',
      freeze: activeFreeze(freezes[part], now),
      versions: await Promise.all(versions.map(versionOf)),
    };
  };
  const parts = await Promise.all(Object.entries(active).map(releaseOf));
  return { revision, freeze: activeFreeze(freezes[allParts], now), parts };
}
