//! Which system account PostgreSQL runs as.
//!
//! PostgreSQL refuses to run as root. A normal user runs it as itself; root hands it to the owner
//! of the existing data, else to `postgres`, else to `nobody` (with a note, as other services may
//! share that account). Group memberships of root are dropped too.

use std::fs::{self, File};
use std::os::unix::fs::{MetadataExt, fchown, lchown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use nix::unistd::{Uid, User, geteuid};

use super::error::EmbeddedError;

/// The account that owns the data and runs the server.
#[derive(Debug, Clone)]
pub struct Account {
    name: String,
    uid: u32,
    gid: u32,
    /// This program is root, so commands and files must be handed over.
    hand_over: bool,
}

impl Account {
    /// Chooses the account for a folder whose data, if any, is in `cluster`.
    ///
    /// # Errors
    /// One sentence where no account fits.
    pub fn choose(cluster: &Path, notes: &mut Vec<String>) -> Result<Self, EmbeddedError> {
        let owner = fs::metadata(cluster).ok().map(|data| data.uid());
        let me = geteuid();
        if me.is_root() {
            return Self::below_root(cluster, owner, notes);
        }
        let this = Self::lookup(me, false)?;
        match owner {
            Some(uid) if uid != this.uid => Err(EmbeddedError::Access(format!(
                "The database in {} belongs to user {}, not to you ({}): start as that user or as root, or choose another folder with LEDGER_DATA.",
                cluster.display(),
                name_of(uid),
                this.name
            ))),
            _ => Ok(this),
        }
    }

    fn below_root(cluster: &Path, owner: Option<u32>, notes: &mut Vec<String>) -> Result<Self, EmbeddedError> {
        match owner {
            Some(0) => Err(EmbeddedError::Access(format!(
                "The database in {} belongs to root, which PostgreSQL refuses: give it to another user with chown -R.",
                cluster.display()
            ))),
            Some(uid) => Self::lookup(Uid::from_raw(uid), true),
            None => Self::named(notes),
        }
    }

    fn named(notes: &mut Vec<String>) -> Result<Self, EmbeddedError> {
        if let Ok(Some(user)) = User::from_name("postgres") {
            return Ok(Self::from_user(user, true));
        }
        let Ok(Some(user)) = User::from_name("nobody") else {
            return Err(EmbeddedError::Access(
                "PostgreSQL refuses to run as root and this system has neither a user postgres nor nobody: start as another user.".to_owned(),
            ));
        };
        notes.push("This program runs as root, so PostgreSQL runs as the user nobody, which other services may share: create a user postgres, or start as another user.".to_owned());
        Ok(Self::from_user(user, true))
    }

    fn lookup(uid: Uid, hand_over: bool) -> Result<Self, EmbeddedError> {
        match User::from_uid(uid) {
            Ok(Some(user)) => Ok(Self::from_user(user, hand_over)),
            _ => Err(EmbeddedError::Access(format!(
                "The user id {uid} has no name on this system, which PostgreSQL requires: add it to /etc/passwd, or start as another user."
            ))),
        }
    }

    fn from_user(user: User, hand_over: bool) -> Self {
        Self {
            name: user.name,
            uid: user.uid.as_raw(),
            gid: user.gid.as_raw(),
            hand_over,
        }
    }

    /// The account's name, for sentences.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The account's number.
    pub(super) fn uid(&self) -> u32 {
        self.uid
    }

    /// Whether this program is root and the account is not.
    pub(super) fn hands_over(&self) -> bool {
        self.hand_over
    }

    /// Makes `command` run as this account, with an environment that holds no surprises: server
    /// settings in PG* variables and foreign languages in LC_* would change what the server does.
    pub fn apply(&self, command: &mut Command) {
        command
            .env_clear()
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("LC_ALL", "C");
        if self.hand_over {
            command.gid(self.gid).uid(self.uid);
        }
    }

    /// Gives a folder to this account (nothing to do for a normal user). Never follows a link.
    ///
    /// # Errors
    /// One sentence where that is not allowed.
    pub fn own(&self, path: &Path) -> Result<(), EmbeddedError> {
        if !self.hand_over {
            return Ok(());
        }
        lchown(path, Some(self.uid), Some(self.gid)).map_err(|fault| EmbeddedError::file("give away", path, &fault))
    }

    /// Gives an open file to this account; `path` is only its name in the error.
    pub(super) fn own_file(&self, file: &File, path: &Path) -> Result<(), EmbeddedError> {
        if !self.hand_over {
            return Ok(());
        }
        fchown(file, Some(self.uid), Some(self.gid)).map_err(|fault| EmbeddedError::file("give away", path, &fault))
    }

    /// Whether this account can enter `folder`. Asked by trying, so that every rule of the file
    /// system (modes, lists, mounts) has its say.
    pub fn enters(&self, folder: &Path) -> bool {
        let mut probe = Command::new("/bin/sh");
        probe.arg("-c").arg(":").current_dir(folder);
        self.succeeds(probe)
    }

    /// Whether this account can run `program --version`.
    pub(super) fn runs(&self, program: &Path) -> bool {
        let mut probe = Command::new(program);
        probe.arg("--version").current_dir("/");
        self.succeeds(probe)
    }

    fn succeeds(&self, mut probe: Command) -> bool {
        self.apply(&mut probe);
        probe
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    }
}

fn name_of(uid: u32) -> String {
    match User::from_uid(Uid::from_raw(uid)) {
        Ok(Some(user)) => user.name,
        _ => uid.to_string(),
    }
}
