using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "worker", worker = .worker),
    (name = "internet", network = (allow = ["local", "private"])),
  ],
);

const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.bundle.mjs")],
  compatibilityDate = "2024-09-23",
  bindings = [
    (name = "service", fromEnvironment = "SERVICE"),
    (name = "self", service = "worker"),
  ],
);
