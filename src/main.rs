//! The gate of the Session format: links its catalog and hands over to the command line.

fn main() -> std::process::ExitCode {
    schemagate::cli::run(schemagate::session::catalog())
}
