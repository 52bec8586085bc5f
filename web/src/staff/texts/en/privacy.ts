// Texts of personal data: the end of an account, its certificate, what is held of a person.
import { plural } from './sentences/pieces.ts'

export const privacyEn = {
  privacy: {
    title: 'Personal data',
    erasure: 'Erasure',
    notAsked: 'not asked for',
    until: 'waits until',
    erased: 'destroyed',
    request: 'Ask for erasure',
    requestText:
      'For a player who asks a person. Once another person of risk or security approves it, the account takes a ' +
      'break; after the waiting time the key of the personal data is destroyed, and nobody can read it again. Facts ' +
      'of the books stay.',
    cancel: 'Take the request back',
    cancelText: 'When it was a mistake. The account goes on at once.',
    cancelled: 'The request is taken back',
    reset: 'Reset identity check',
    resetText:
      'Once another person of risk approves it, the verdict is taken back and the player may submit again. ' +
      'Withdrawals then ask for a new check.',
    proposed: 'Proposed: nothing is done until another person approves it.',
    look: 'Look at the proposal',
    certificate: 'Certificate',
    noCertificate: 'Not yet:',
    save: 'Save the certificate',
    saveHint: 'Anybody checks it with “ledger erasure verify” and the public key.',
  },
  access: {
    title: 'Access request',
    propose: 'Propose the access file',
    proposeText:
      'Everything that is held of this person leaves as a file, for this person. Another person of risk or security ' +
      'approves it first; then you alone may make it, for seven days.',
    waits: 'The access file waits for another person.',
    until: 'Another person approved it; it may be made until',
    make: 'Make the access file',
    makeText:
      'Everything that is held of this person, for this person: profile, identity forms and images, addresses, ' +
      'limits, sessions, messages, texts of cases and the history of the account. That you made it, and why, is ' +
      'recorded for ever.',
    readFirst: 'Read the texts of cases before you hand it over: they may speak of somebody else.',
    made: (records: string, parts: string) =>
      `Records: ${records}, of ${parts} kind${plural(parts)}. Nothing is kept here.`,
    savePage: 'Save as a page',
    saveJson: 'Save as JSON',
    forget: 'Close and forget',
    pageTitle: 'What is held of you',
    of: (player: string, at: string) => `Account ${player}, as of ${at}.`,
    withheld: 'Held and not in this file',
    counted: (n: string, why: string) => `${n}: ${why}`,
    file: 'File',
    inJson: (type: string) => `${type}; its bytes are in the JSON file`,
    parts: {
      account: 'Account',
      limits: 'Own limits',
      profile: 'Profile',
      identity: 'Identity check',
      identity_forms: 'Identity forms',
      images: 'Images',
      addresses: 'Payout addresses',
      sessions: 'Sessions and devices',
      messages: 'Messages',
      cases: 'Cases',
      case_texts: 'Texts of cases',
      case_files: 'Files of cases',
      history: 'History of the account',
    } as Readonly<Record<string, string>>,
    reasons: {
      device_traces:
        'keyed hashes of devices and networks; they show that the same one comes again, and nothing else',
      fingerprints:
        'keyed hashes of payout address, phone, mail, document and images; they show that the same one comes again',
      older_history: 'older events; the statement of the account has them all',
      large_records: 'images and files beyond what one answer carries',
      unknown_records: 'records of a kind that this version cannot read',
    } as Readonly<Record<string, string>>,
  },
  erasures: {
    title: 'Erasures',
    sub: 'Accounts whose end was asked for, the nearest first. What would keep the data is as of now.',
    proposed: 'Proposed and not approved yet',
    due: 'Destroyed on (UTC)',
    player: 'Player',
    asked: 'Asked (UTC)',
    by: 'By',
    self: 'the player',
    approver: 'Approved by',
    reason: 'Reason',
    noReason: '–',
    hindered: 'Kept by',
    hinderedHint: 'While this is so, the data stays beyond its day',
    hindrances: {
      frozen: 'a freeze',
      open_dive: 'an open dive',
      withdrawal: 'a withdrawal under way',
    } as Readonly<Record<string, string>>,
    nothing: 'nothing',
    none: 'No erasure waits',
    noneText:
      'Players ask in the app, or one person proposes it for them on the player’s page, under Identity, and another ' +
      'approves it.',
  },
}
