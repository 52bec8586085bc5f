// The notary's signed checkpoints, newest first.
import type { ShownCheckpoint, ShownWitness } from '../../api/endpoints.gen.ts'
import { head, nowMs } from './log.ts'

export const checkpoint = (number: number): ShownCheckpoint => ({
  number,
  at_ms: nowMs - (12 - number) * 3_600_000,
  origin: 'ledger/7d1f',
  events: head - (12 - number) * 900,
  logs: [
    { partition: 0, size: head - (12 - number) * 900, root: 'q3mZ0vYbYkq6o1R5hQ8mB1pXyT7cWj2nS4dLeUuVw9s=' },
  ],
  vkey: 'ledger/7d1f+8c1d4f2a+AXm3b9s2Qp4vK1nT0cYw',
  note:
    `ledger/7d1f\n${head - (12 - number) * 900}\nq3mZ0vYbYkq6o1R5hQ8mB1pXyT7cWj2nS4dLeUuVw9s=\n\n— ` +
    'ledger/7d1f jB1PKoW5c0VQq2n7m6ZyG3h4…\n',
})

export const checkpoints = Array.from({ length: 12 }, (_, n) => checkpoint(12 - n))

export const witnesses: ShownWitness[] = [
  {
    name: 'witness.example/1',
    key: 'witness.example/1+9f0c2d1e+BG1p0Qm7xT2cVb5nYw8sLk3jHd6fGa4zRe9uIo0pAqZx',
    number: 12,
    at_ms: nowMs - 4_000,
  },
]
