ALTER TABLE "spend_day" ADD COLUMN "anonymous_nano" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "caller" text;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "taken_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "held_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "hand_over" text;