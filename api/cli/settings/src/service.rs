//! Settings of the services: where they listen, in which mode they run, what they ask about a connection.

use super::BadSetting;
use super::reading::{address, choice, country_database, existing_folder, given, hosts, number, origin};
use api::auth::country::Countries;
use api::messenger;
use clap::Args;
use ledger::synchrony::Synchronous;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Most proxies in front of the service. ASSUMED: more is a mistake, not a network.
const TRUSTED_PROXIES_MAX: u8 = 8;
/// Connections of a listener: one address may have them all.
const ADDRESS_CONNECTIONS_MAX: u32 = 16_384;

/// The settings of the services, as written.
#[derive(Args, Clone, Debug)]
pub(super) struct ServiceArgs {
    /// Where players' calls and the web application are served
    #[arg(
        long,
        env = "LEDGER_HTTP",
        value_name = "ADDR",
        default_value = "127.0.0.1:8080",
        global = true
    )]
    http: String,
    /// Where the staff service binds; never the players' address
    #[arg(
        long,
        env = "LEDGER_STAFF_HTTP",
        value_name = "ADDR",
        default_value = "127.0.0.1:8081",
        global = true
    )]
    staff_http: String,
    /// Where `/metrics` is served, and nothing else. Absent: 127.0.0.1:8082, or a free port beside another process
    #[arg(long, env = "LEDGER_METRICS_HTTP", value_name = "ADDR", global = true)]
    metrics_http: Option<String>,
    /// `development` or `production`; production accepts no development secret and offers no development login
    #[arg(
        long,
        env = "LEDGER_MODE",
        value_name = "MODE",
        default_value = "development",
        global = true
    )]
    mode: String,
    /// Whether the database server must have a synchronous standby, `required` or `off`. Absent: `required` in production, `off` in development
    ///
    /// `required` refuses to start, and writes nothing, while `synchronous_standby_names` is empty or
    /// `synchronous_commit` lower than `on`. With `off` a failover may lose what was acknowledged.
    #[arg(long, env = "LEDGER_SYNC", value_name = "RULE", global = true)]
    sync: Option<String>,
    /// Whether members of staff need a key of their own to approve, propose or act, `required` or `off`. Absent: `required` in production, where `off` is refused, and `off` in development
    #[arg(long, env = "LEDGER_STAFF_KEYS", value_name = "RULE", global = true)]
    staff_keys: Option<String>,
    /// Folder with the built web application. Absent: `web/dist` of the source tree
    #[arg(long, env = "LEDGER_WEB", value_name = "DIR", global = true)]
    web: Option<String>,
    /// Reverse proxies in front whose X-Forwarded-For is believed, 0 to 8
    #[arg(
        long,
        env = "LEDGER_TRUSTED_PROXIES",
        value_name = "N",
        default_value = "0",
        global = true
    )]
    trusted_proxies: String,
    /// Open connections of one client address at once, on each listener, 1 to 16384; one more is closed. An IPv6 network of 64 bits is one address. Not looked at behind a trusted proxy, which has to bound its clients itself
    #[arg(
        long,
        env = "LEDGER_ADDRESS_CONNECTIONS_MAX",
        value_name = "N",
        default_value = "1024",
        global = true
    )]
    address_connections_max: String,
    /// Hosts under which players open the app, separated by commas, a port where one is in the address: the proof of a player's own wallet must name one. Absent: the task to connect a wallet is not verified, but in `ledger up`
    #[arg(long, env = "LEDGER_APP_HOSTS", value_name = "HOSTS", global = true)]
    app_hosts: Option<String>,
    /// Address of the messenger's bot service, which knows who is in a channel and takes the bot's messages. Absent: the public one in production, nobody in development but the stand-in of `ledger up`
    #[arg(long, env = "LEDGER_MESSENGER_URL", value_name = "URL", global = true)]
    messenger_url: Option<String>,
    /// Country database in the MaxMind DB format: which country an address is in. Absent: no country is known, and the configuration's default region mode holds
    #[arg(long, env = "LEDGER_COUNTRIES", value_name = "FILE", global = true)]
    countries: Option<String>,
    /// Form of the log on stderr, `human` or `json`; RUST_LOG says how much of it, for example `info,sqlx=warn`
    #[arg(
        long,
        env = "LEDGER_LOG",
        value_name = "FORM",
        default_value = "human",
        global = true
    )]
    log: String,
    /// Address of an OpenTelemetry collector such as http://127.0.0.1:4318, without a path: `serve` and `up` send it the traces of their calls. Absent: nothing is traced
    ///
    /// One that does not answer is waited for by nobody; what it misses is counted. How many calls are traced (`OTEL_TRACES_SAMPLER`), headers that the collector wants (`OTEL_EXPORTER_OTLP_HEADERS`) and further attributes of the process (`OTEL_RESOURCE_ATTRIBUTES`) have the variables of OpenTelemetry.
    #[arg(long, env = "LEDGER_OTLP", value_name = "URL", global = true)]
    otlp: Option<String>,
}

/// Whether strangers' money is at stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Demo world, development login, secrets made on the spot.
    Development,
    /// Real secrets only.
    Production,
}

impl Mode {
    /// Its value of LEDGER_MODE.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Development => "development",
            Mode::Production => "production",
        }
    }

    /// What holds where LEDGER_SYNC is not set.
    fn synchronous(self) -> Synchronous {
        match self {
            Mode::Development => Synchronous::Off,
            Mode::Production => Synchronous::Required,
        }
    }
}

/// Form of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogForm {
    /// Lines for people.
    Human,
    /// One JSON object a line.
    Json,
}

/// Checked settings of the services.
#[derive(Clone, Debug)]
pub struct Service {
    /// Address of the players' service.
    pub http: SocketAddr,
    /// Address of the staff service.
    pub staff_http: SocketAddr,
    /// Address of `/metrics`, when one was named.
    pub metrics_http: Option<SocketAddr>,
    /// Development or production.
    pub mode: Mode,
    /// Whether a database server without a synchronous standby is accepted.
    pub synchronous: Synchronous,
    /// Members of staff need keys.
    pub staff_keys: bool,
    /// Folder with the built web application, when one was named.
    pub web: Option<PathBuf>,
    /// Proxies whose forwarding header is believed.
    pub trusted_proxies: u8,
    /// Open connections of one address at once.
    pub address_connections_max: u32,
    /// Hosts under which players open the app.
    pub app_hosts: Vec<String>,
    /// Address of the messenger's service, when somebody is to be asked.
    pub messenger: Option<String>,
    /// Which country an address is in, when a database was named.
    pub countries: Option<Countries>,
    /// Form of the log.
    pub log: LogForm,
    /// Where traces are sent, when a collector was named.
    pub otlp: Option<String>,
}

impl ServiceArgs {
    /// # Errors
    /// The first setting that cannot work.
    pub(super) fn check(self) -> Result<Service, BadSetting> {
        let http = address("LEDGER_HTTP", &self.http)?;
        let staff_http = address("LEDGER_STAFF_HTTP", &self.staff_http)?;
        if http == staff_http && http.port() != 0 {
            return Err(BadSetting(format!(
                "LEDGER_STAFF_HTTP must differ from LEDGER_HTTP, both are {http}."
            )));
        }
        let metrics_http = given(self.metrics_http).map(|text| address("LEDGER_METRICS_HTTP", &text));
        let metrics_http = metrics_http.transpose()?;
        if metrics_http.is_some_and(|metrics| metrics.port() != 0 && (metrics == http || metrics == staff_http)) {
            return Err(BadSetting(
                "LEDGER_METRICS_HTTP must differ from LEDGER_HTTP and LEDGER_STAFF_HTTP.".into(),
            ));
        }
        let modes = [("development", Mode::Development), ("production", Mode::Production)];
        let mode = choice("LEDGER_MODE", &self.mode, modes)?;
        let forms = [("human", LogForm::Human), ("json", LogForm::Json)];
        let rules = [("required", Synchronous::Required), ("off", Synchronous::Off)];
        let synchronous = given(self.sync).map(|rule| choice("LEDGER_SYNC", &rule, rules));
        let keys =
            given(self.staff_keys).map(|rule| choice("LEDGER_STAFF_KEYS", &rule, [("required", true), ("off", false)]));
        let staff_keys = keys.transpose()?.unwrap_or(mode == Mode::Production);
        if mode == Mode::Production && !staff_keys {
            return Err(BadSetting("LEDGER_STAFF_KEYS is always required in production.".into()));
        }
        let named = given(self.messenger_url).map(|text| origin("LEDGER_MESSENGER_URL", &text));
        let public = (mode == Mode::Production).then(|| messenger::PUBLIC.to_owned());
        let web = given(self.web).map(|text| existing_folder("LEDGER_WEB", &text));
        let countries = given(self.countries).map(|text| country_database("LEDGER_COUNTRIES", &text));
        Ok(Service {
            http,
            staff_http,
            metrics_http,
            mode,
            synchronous: synchronous.transpose()?.unwrap_or_else(|| mode.synchronous()),
            staff_keys,
            web: web.transpose()?,
            trusted_proxies: number("LEDGER_TRUSTED_PROXIES", &self.trusted_proxies, 0, TRUSTED_PROXIES_MAX)?,
            address_connections_max: number(
                "LEDGER_ADDRESS_CONNECTIONS_MAX",
                &self.address_connections_max,
                1,
                ADDRESS_CONNECTIONS_MAX,
            )?,
            app_hosts: hosts("LEDGER_APP_HOSTS", &self.app_hosts.unwrap_or_default())?,
            messenger: named.transpose()?.or(public),
            countries: countries.transpose()?,
            log: choice("LEDGER_LOG", &self.log, forms)?,
            otlp: given(self.otlp).map(|text| origin("LEDGER_OTLP", &text)).transpose()?,
        })
    }
}
