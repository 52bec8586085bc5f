// Whether the player's seeds stand in the public log of all seeds: its pages are read as anybody reads them, and their
// signatures checked on this device, with the key that it checked them with the first time. Knows the lines of `/seeds`
// (domain §2.6).
import type { FishingSeedInfoData, SeedLog } from '../../api/endpoints.gen.ts'
import { publicNote, unmade, type Unmade } from '../../shared/publicNote.ts'
import { openNote } from '../../shared/signedNote.ts'
import { savedHouseKey, saveHouseKey } from '../../state/storage.ts'

/** What the log has under a checkpoint; `revealed` when a pair of the player was revealed before. */
export type InLog = { ok: true; checkpoint: number; revealed: boolean }
/** The first thing that does not hold. */
export type NotInLog = { ok: false; why: 'key' | 'signature' | 'missing' | 'inUse' | 'next' | 'revealed' }
/** The newest of these events is not signed yet, which takes seconds. */
export type NotSigned = { ok: 'later' }

type Seeds = Pick<FishingSeedInfoData, 'commit' | 'next_commit' | 'previous'>
type Lines = readonly (readonly string[])[]

type Found = InLog | NotInLog | NotSigned | Unmade

/**
 * Checks the seeds that the server shows to the player. The key is the server's word the first time that everything
 * holds; from then on another key is a finding, before anything that it signed is read.
 */
export async function checkLog(seeds: Seeds, log: SeedLog): Promise<Found> {
  const known = savedHouseKey()
  if (known !== null && known !== log.vkey) return { ok: false, why: 'key' }
  const found = await inLog(seeds, log)
  if (found.ok === true) saveHouseKey(log.vkey)
  return found
}

async function inLog(seeds: Seeds, log: SeedLog): Promise<Found> {
  try {
    const index = await publicNote('/seeds')
    if (index === null) return { ok: 'later' }
    const covered = await linesOf(index, log)
    if (covered === null) return { ok: false, why: 'signature' }
    const events = covered.find(
      ([word, partition]) => word === 'partition' && partition === `${log.partition}`,
    )?.[3]
    if (events === undefined) return { ok: false, why: 'missing' }
    if (Number(events) < log.newest) return { ok: 'later' }
    const newest = await pageWith(log.newest, log)
    const committed = await pageWith(log.committed, log)
    if (typeof newest === 'string') return { ok: false, why: newest }
    if (typeof committed === 'string') return { ok: false, why: committed }
    const has = (page: Lines, ...line: (string | number)[]) =>
      page.some((one) => one.join(' ') === line.join(' '))
    if (!has(committed, 'committed', log.committed, seeds.commit)) return { ok: false, why: 'inUse' }
    if (!has(newest, 'committed', log.newest, seeds.next_commit)) return { ok: false, why: 'next' }
    const { previous } = seeds
    if (previous && !has(newest, 'revealed', log.newest, previous.commit, previous.server_seed))
      return { ok: false, why: 'revealed' }
    return { ok: true, checkpoint: Number(covered[1]?.[1]), revealed: previous !== null }
  } catch (fault) {
    return unmade(fault)
  }
}

/** The page that covers a position, which its signed text says. */
async function pageWith(position: number, log: SeedLog): Promise<Lines | 'signature' | 'missing'> {
  const note = await publicNote(`/seeds/${log.partition}/${Math.floor((position - 1) / log.page)}`)
  if (note === null) return 'missing'
  const lines = await linesOf(note, log)
  if (lines === null) return 'signature'
  const [, [, partition] = [], [, first, last] = []] = lines
  const covers = Number(first) <= position && position <= Number(last)
  return partition === `${log.partition}` && covers ? lines : 'missing'
}

/** The words of each line of a page of this log; null when it is not signed as one. */
async function linesOf(note: string, { vkey }: SeedLog): Promise<Lines | null> {
  const text = await openNote(note, vkey)
  const lines = (text ?? '').split('\n').map((line) => line.split(' '))
  return lines[0]?.[0] === vkey.split('+')[0] ? lines : null
}
