CREATE TABLE "model_plan" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text,
	"caller" text,
	"request" text NOT NULL,
	"category" "category",
	"state" "run_state" DEFAULT 'queued' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"detail" text,
	"criteria" jsonb,
	"columns" jsonb,
	"max_cost_nano_usd" bigint,
	"cost_nano_usd" bigint DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "model_plan" ADD CONSTRAINT "model_plan_owner_id_auth_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."auth_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "model_plan_caller" ON "model_plan" USING btree ("caller") WHERE caller is not null;--> statement-breakpoint
CREATE INDEX "model_plan_owner" ON "model_plan" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "model_plan_created" ON "model_plan" USING btree ("created_at");