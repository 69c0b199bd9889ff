import { z } from 'zod';
export declare const probeConfig: z.ZodObject<
  {
    LOG_LEVEL: z.ZodDefault<
      z.ZodEnum<{
        debug: 'debug';
        error: 'error';
        fatal: 'fatal';
        info: 'info';
        silent: 'silent';
        trace: 'trace';
        warn: 'warn';
      }>
    >;
    MANAGEMENT_HOST: z.ZodDefault<z.ZodString>;
    MANAGEMENT_PORT: z.ZodDefault<z.ZodCoercedNumber<unknown>>;
    OTEL_EXPORTER_OTLP_ENDPOINT: z.ZodOptional<z.ZodURL>;
    OTEL_TRACES_SAMPLER_ARG: z.ZodDefault<z.ZodCoercedNumber<unknown>>;
    SHUTDOWN_GRACE_SECONDS: z.ZodDefault<z.ZodCoercedNumber<unknown>>;
    APP_ORIGIN: z.ZodPipe<z.ZodURL, z.ZodTransform<string, string>>;
    PROBE_API_KEY: z.ZodString;
    PROBE_ALIAS: z.ZodDefault<z.ZodString>;
    PROBE_DESTINATION: z.ZodDefault<z.ZodURL>;
    PROBE_INTERVAL_SECONDS: z.ZodDefault<z.ZodCoercedNumber<unknown>>;
    PROBE_PATIENCE_SECONDS: z.ZodDefault<z.ZodCoercedNumber<unknown>>;
  },
  z.core.$strip
>;
export type ProbeConfig = z.output<typeof probeConfig>;
