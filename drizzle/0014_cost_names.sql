ALTER TABLE "spend_day" RENAME COLUMN "nano" TO "cost_nano_usd";--> statement-breakpoint
ALTER TABLE "spend_day" RENAME COLUMN "anonymous_nano" TO "anonymous_cost_nano_usd";--> statement-breakpoint
ALTER TABLE "value" RENAME COLUMN "nano" TO "cost_nano_usd";--> statement-breakpoint
ALTER TABLE "verdict" RENAME COLUMN "nano" TO "cost_nano_usd";--> statement-breakpoint
ALTER TABLE "run" RENAME COLUMN "max_nano" TO "max_cost_nano_usd";--> statement-breakpoint
ALTER TABLE "run" RENAME COLUMN "nano" TO "cost_nano_usd";