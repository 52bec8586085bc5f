// Compiles the tests' token: `npm run compile` writes contracts/TestUsdt.hex, `npm run check` says whether it is right.
import { readFileSync, writeFileSync } from 'node:fs'
import solc from 'solc'

const source = new URL('contracts/TestUsdt.sol', import.meta.url)
const target = new URL('contracts/TestUsdt.hex', import.meta.url)
const input = {
  language: 'Solidity',
  sources: { 'TestUsdt.sol': { content: readFileSync(source, 'utf8') } },
  settings: {
    evmVersion: 'paris',
    optimizer: { enabled: true, runs: 200 },
    // No hash of the source: the same instructions are the same bytes.
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { 'TestUsdt.sol': { TestUsdt: ['evm.bytecode.object'] } },
  },
}
const output = JSON.parse(solc.compile(JSON.stringify(input)))
const wrong = (output.errors ?? []).filter(({ severity }) => severity === 'error')
if (wrong.length > 0) {
  console.error(wrong.map(({ formattedMessage }) => formattedMessage).join('\n'))
  process.exit(1)
}
const code = `${output.contracts['TestUsdt.sol'].TestUsdt.evm.bytecode.object}\n`
if (!process.argv.includes('--check')) {
  writeFileSync(target, code)
  console.log(`contracts/TestUsdt.hex: ${(code.length - 1) / 2} bytes.`)
} else if (readFileSync(target, 'utf8') !== code) {
  console.error('contracts/TestUsdt.hex is not what contracts/TestUsdt.sol compiles to: npm run compile.')
  process.exit(1)
}
