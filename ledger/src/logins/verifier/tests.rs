use super::salted;
use base64::prelude::{BASE64_STANDARD, Engine};

/// The example of RFC 7677: user, password `pencil`, 4096 rounds. Its server signature is checked with the server's key.
#[test]
fn a_verifier_is_what_the_standard_computes() {
    let salt = BASE64_STANDARD.decode("W22ZaJ0SNY7soEsUEjb6gQ==").expect("base64");
    let verifier = salted("pencil", &salt.try_into().expect("16 bytes"));
    let (_, server) = verifier.rsplit_once(':').expect("a server key");
    let server = BASE64_STANDARD.decode(server).expect("base64");
    let exchange = "n=user,r=rOprNGfwEbeRWgbNEkqO,\
                    r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,\
                    c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
    let signature = super::keyed(&server, &[exchange.as_bytes()]);
    assert_eq!(
        BASE64_STANDARD.encode(signature),
        "6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="
    );
    assert!(
        verifier.starts_with("SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$"),
        "{verifier}"
    );
}

#[test]
fn two_verifiers_of_one_password_share_nothing() {
    assert_ne!(super::of("pencil"), super::of("pencil"));
}
